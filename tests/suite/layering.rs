//! Layering: each layer of the source uses only layers before it, and modules within a layer form
//! no import cycle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Layers in order, as the first page of the documentation lists them.
const LAYERS: [&str; 18] = [
    "base",
    "board",
    "games",
    "players",
    "score",
    "picture",
    "learning",
    "review",
    "profile",
    "level",
    "protocol",
    "serde",
    "text",
    "experiment",
    "run",
    "answer",
    "show",
    "commands",
];

/// Crates, each with the workspace crates that it may use.
const CRATES: [(&str, &[&str]); 5] = [
    ("crates/core", &[]),
    ("crates/balance", &["pasang_core"]),
    ("", &["pasang_core", "pasang_balance"]),
    ("crates/exact", &["pasang_core", "pasang"]),
    ("crates/web", &["pasang_core", "pasang_balance"]),
];

/// Path of a module from the crate's root, which is empty for the root.
type Module = Vec<String>;

/// Imports of each module of a crate, as paths from its root, without comments.
struct Uses {
    paths: BTreeMap<Module, Vec<Module>>,
    /// Re-exports of a module under another path.
    handed_on: BTreeMap<Module, Module>,
}

fn sources(folder: &Path, of: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let own: Module = of.iter().cloned().chain([stem.clone()]).collect();
        if path.is_dir() {
            sources(&path, &own, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            // The libraries are not built as tests: it would not run.
            assert!(!text.contains("#[test]"), "{path:?} has a test, which belongs in `tests`");
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            let is_root = of.is_empty() && ["lib", "main"].contains(&&*stem);
            let own = if is_root { Module::new() } else { own };
            *found.entry(own).or_default() += &code.collect::<Vec<_>>().join("\n");
        }
    }
}

/// Expands a `use` tree into single paths.
fn paths(tree: &str) -> Vec<String> {
    let Some((head, body)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for sign in body.trim_end().strip_suffix('}').unwrap_or(body).chars() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        match sign {
            ',' if depth == 0 => parts.push(String::new()),
            sign => parts.last_mut().unwrap().push(sign),
        }
    }
    let parts = parts.iter().filter(|part| !part.trim().is_empty());
    parts.flat_map(|part| paths(part)).map(|path| format!("{}{path}", head.trim())).collect()
}

/// Returns whether the text before `use` is at most a visibility.
fn is_statement(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default().trim();
    line.is_empty() || line.starts_with("pub")
}

impl Uses {
    fn of(root: &Path) -> Uses {
        let mut modules = BTreeMap::new();
        sources(root, &Module::new(), &mut modules);
        let mut uses = Uses { paths: BTreeMap::new(), handed_on: BTreeMap::new() };
        for (own, code) in &modules {
            let from_root = |path: &str| -> Option<Module> {
                let names: Vec<String> = path.split("::").map(str::to_owned).collect();
                let ups = names.iter().take_while(|name| *name == "super").count();
                let base = if names[0] == "crate" { 0 } else { own.len() - ups };
                let skip = if ["crate", "self"].contains(&&*names[0]) { 1 } else { ups };
                let path = [&own[..base], &names[skip..]].concat();
                // Otherwise the path belongs to another crate.
                (skip > 0 || modules.contains_key(path.get(..=base)?)).then_some(path)
            };
            let mut used = Vec::new();
            for statement in code.split(';') {
                let Some((before, tree)) = statement.rsplit_once("use ") else { continue };
                let trees = if is_statement(before) { paths(tree) } else { Vec::new() };
                for path in trees.iter().filter_map(|path| from_root(path)) {
                    if let (Some(name), true) = (path.last(), before.contains("pub")) {
                        let name = [&own[..], std::slice::from_ref(name)].concat();
                        uses.handed_on.insert(name, path.clone());
                    }
                    used.push(path);
                }
            }
            for (at, _) in ["crate::", "super::"].iter().flat_map(|way| code.match_indices(way)) {
                let is_part = |sign: char| sign.is_alphanumeric() || "_:".contains(sign);
                let end = code[at..].find(|sign| !is_part(sign)).unwrap_or(0);
                let is_first = !code[..at].ends_with(is_part);
                let path = Some(code[at..][..end].trim_end_matches(':')).filter(|_| is_first);
                used.extend(path.and_then(from_root));
            }
            uses.paths.insert(own.clone(), used);
        }
        uses
    }

    /// Returns the module that a path leads into.
    fn module(&self, path: &[String]) -> Module {
        for length in (0..=path.len()).rev() {
            let (module, rest) = path.split_at(length);
            if self.paths.contains_key(module) {
                return module.to_vec();
            }
            if let Some(to) = self.handed_on.get(module) {
                return self.module(&[to, rest].concat());
            }
        }
        Module::new()
    }

    /// Returns the imports between modules of the same parent.
    fn siblings(&self) -> BTreeMap<Module, BTreeMap<&String, BTreeSet<String>>> {
        let mut siblings: BTreeMap<Module, BTreeMap<&String, BTreeSet<String>>> = BTreeMap::new();
        for (own, used) in &self.paths {
            for used in used.iter().map(|path| self.module(path)) {
                let common = own.iter().zip(&used).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (own.get(common), used.get(common)) {
                    let of_parent = siblings.entry(own[..common].to_vec()).or_default();
                    of_parent.entry(one).or_default().insert(other.clone());
                }
            }
        }
        siblings
    }
}

#[test]
fn no_crate_and_no_layer_uses_a_later_one() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (folder, may_use) in CRATES {
        let root = top.join(folder).join("src");
        let mut modules = BTreeMap::new();
        sources(&root, &Module::new(), &mut modules);
        for (own, code) in modules {
            for name in ["pasang", "pasang_balance", "pasang_core", "pasang_exact", "pasang_web"] {
                let is_own = own.is_empty() && folder.is_empty();
                let may = may_use.contains(&name) || is_own;
                assert!(
                    may || !code.contains(&format!("use {name}::")),
                    "{folder} {own:?}: {name}"
                );
            }
        }
        if !["crates/core", ""].contains(&folder) {
            continue;
        }
        for (own, used) in Uses::of(&root).paths {
            let place = |name: &String| LAYERS.iter().position(|layer| layer == name);
            let Some(layer) = own.first() else { continue };
            let own_place = place(layer).unwrap_or_else(|| panic!("`{layer}` is no layer"));
            for place in used.iter().filter_map(|path| place(path.first()?)) {
                assert!(place <= own_place, "{own:?} uses `{}`, behind it", LAYERS[place]);
                seen += 1;
            }
        }
    }
    // Guards against a parser that finds nothing.
    assert!(seen > 500, "{seen} uses");
}

#[test]
fn modules_do_not_use_each_other_in_circles() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for (folder, _) in CRATES {
        let uses = Uses::of(&top.join(folder).join("src"));
        for (parent, used) in uses.siblings() {
            for &from in used.keys() {
                let mut reached: BTreeSet<&String> = used[from].iter().collect();
                loop {
                    let further = reached.iter().filter_map(|&one| used.get(one)).flatten();
                    let all: BTreeSet<&String> = further.chain(reached.iter().copied()).collect();
                    if all.len() == reached.len() {
                        break;
                    }
                    reached = all;
                }
                let parent = parent.join("::");
                assert!(
                    !reached.contains(from),
                    "`{from}` in `{parent}` is used by what it uses: {reached:?}"
                );
                seen += used[from].len();
            }
        }
    }
    assert!(seen > 200, "{seen} uses");
}

/// A published crate has only the files of its own folder.
#[test]
fn the_core_includes_no_file_from_outside_its_folder() {
    let mut found = BTreeMap::new();
    sources(Path::new("crates/core/src"), &vec!["src".to_owned()], &mut found);
    let mut included = 0;
    for (module, text) in found {
        // A path that is included may be given to a macro, so any that is quoted counts.
        for path in text.split('"').filter(|it| it.ends_with(".txt") || it.ends_with(".md")) {
            included += 1;
            assert!(path.matches("../").count() < module.len(), "{module:?} includes {path}");
        }
    }
    assert!(included > 8, "{included}");
    // What the build script reads for it.
    assert!(!include_str!("../../crates/core/build.rs").contains(".."));
}
