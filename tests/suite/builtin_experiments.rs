//! The experiments that come with the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::support::{Place, has};
use pasang::experiment::Experiment;
use pasang_core::base::text::Keyword;
use pasang_core::games::ToggleType;
use pasang_core::games::rules::{GameKind, facts, preset, toggles};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments")
}

fn builtin() -> BTreeMap<String, Experiment> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let read = |path: PathBuf| {
        let experiment = Experiment::read(&path).unwrap_or_else(|faults| panic!("{faults}"));
        (path.file_stem().unwrap().to_str().unwrap().to_owned(), experiment)
    };
    files.map(read).collect()
}

#[test]
fn every_experiment_reads_and_says_what_it_asks() {
    let builtin = builtin();
    for name in ["quick", "first-player", "balance-quick", "bell", "toggles-bell"] {
        assert!(builtin.contains_key(name), "{name}");
    }
    let mut titles = BTreeSet::new();
    let listed = Place::new().good("experiments list");
    for (name, experiment) in &builtin {
        let text = std::fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
        let head: Vec<&str> = text.lines().take_while(|line| line.starts_with("# ")).collect();
        has(&listed, &format!("\n{name} "));
        assert!(head.len() > 1, "{name} does not say what it asks");
        assert!(head.join(" ").contains('?'), "{name} asks nothing");
        assert!(titles.insert(experiment.title.clone()) && !experiment.title.is_empty(), "{name}");
        // A fixed seed makes the games reproducible.
        assert!(experiment.seed.is_some(), "{name}");
        let again = experiment.to_toml();
        let source = pasang::text::diagnostic::Source::new(name, &again);
        assert_eq!(&Experiment::parse(&source, Path::new("")).unwrap(), experiment, "{name}");
    }
}

/// The cited version is the program's version, with its commit if it was built from a repository.
#[test]
fn the_version_is_the_same_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("CITATION.cff").contains(&format!("\nversion: {version}\n")));
    assert!(read("codemeta.json").contains(&format!("\"version\": \"{version}\"")));
    assert!(read("CHANGELOG.md").contains(&format!("\n## {version}\n")));
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert!(read(licence).contains("License"), "{licence}");
    }
    let printed = Place::new().good("--version");
    // The figures of the guide, and of the manifests of kept results.
    let (printed, games) = printed.split_once('\n').unwrap();
    assert!(read("docs/guide.md").contains(&format!("\n{}\n", games.split(',').next().unwrap())));
    let manifest = read("experiments/results/quick/manifest.json");
    let format = games.trim_end().rsplit(' ').next().unwrap();
    assert!(manifest.contains(&format!("\"format\": {format},")), "{games}");
    let printed = printed.strip_prefix(&format!("pasang {version}")).unwrap();
    match option_env!("PASANG_COMMIT") {
        Some(commit) => assert_eq!(printed, format!(" ({commit})")),
        None => assert_eq!(printed, ""),
    }
}

/// Each rule set of the files differs from its preset in one toggle; every value of every named
/// toggle is tried, and each number in one other value.
#[test]
fn every_toggle_is_tried() {
    let builtin = builtin();
    let names = ["balance-toggles", "toggles-bell"];
    assert!(names.iter().all(|name| builtin[*name].common_random));
    let replies = builtin.iter().filter(|(name, _)| name.starts_with("balance-reply-"));
    let experiments = names.iter().map(|name| &builtin[*name]).chain(replies.map(|it| it.1));
    let mut tried: BTreeMap<(GameKind, &str), usize> = BTreeMap::new();
    for named in experiments.flat_map(|experiment| &experiment.rules) {
        let kind = named.rules.kind();
        let base = match kind {
            GameKind::Brunei => "brunei-slide",
            GameKind::Bell => "bell",
        };
        let base = preset(base).unwrap();
        let pairs = named.rules.toggles().into_iter().zip(base.toggles());
        let differ: Vec<&str> =
            pairs.filter(|(own, base)| own.value != base.value).map(|(own, _)| own.name).collect();
        match differ.as_slice() {
            [] => assert!(["brunei-slide", "bell"].contains(&named.name.as_str())),
            // Without a jump, its kind changes nothing.
            ["entry", "jump"] => *tried.entry((kind, "jump")).or_default() += 1,
            [one] => *tried.entry((kind, one)).or_default() += 1,
            several => panic!("{}: {several:?}", named.name),
        }
    }
    // The rest compensates for moving second: the handicap and the swap of sides, with files of
    // their own; and the number of players, likewise.
    for kind in GameKind::ALL {
        let facts = facts(*kind).into_iter().filter(|(_, facts)| !facts.omits_default);
        let types: BTreeMap<&str, ToggleType> = toggles(*kind).into_iter().collect();
        for (toggle, _) in facts.filter(|(toggle, _)| *toggle != "players") {
            let others = match (toggle, types[toggle]) {
                // Over anything two columns off it plays the same games as over a stone.
                ("jump", ToggleType::Words(words)) => words.len() - 2,
                (_, ToggleType::Words(words)) => words.len() - 1,
                ("max-chain", _) => 2,
                _ => 1,
            };
            assert_eq!(tried.remove(&(*kind, toggle)), Some(others), "{toggle}");
        }
    }
    assert!(tried.is_empty(), "{tried:?}");
    let given = builtin["handicap"].rules.iter().filter(|named| {
        named.rules.toggles().iter().any(|it| it.name == "handicap" && it.value != "0")
    });
    assert_eq!(given.count(), 4);
    let players: BTreeSet<u8> =
        builtin["bell"].rules.iter().map(|named| named.rules.seats()).collect();
    assert_eq!(players, BTreeSet::from([2, 3, 4]));
}
