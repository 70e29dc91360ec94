//! Matches of bots, and ratings.

use std::collections::BTreeMap;

use pasang::answer::rating::{Meeting, elo_of, expected_score, rate, superiority};
use pasang::run::{ScoreSum, TWELFTHS};

use crate::support::{Place, has, table};

fn sum(wins: u64, games: u64) -> ScoreSum {
    ScoreSum { twelfths: TWELFTHS * wins, games }
}

/// Expected: the closed form for two players; and the equations of the maximum, by which every player
/// and the first mover scored what the ratings expect, but for the prior's games.
#[test]
fn ratings_expect_the_scores_that_were_made() {
    let two = [(0, 1, 750), (1, 0, 250)];
    let three = [(0, 1, 700), (1, 0, 420), (0, 2, 910), (2, 0, 140), (1, 2, 770), (2, 1, 330)];
    for games in [&two[..], &three[..]] {
        let meeting = |&(first, second, wins)| Meeting { first, second, sum: sum(wins, 1000) };
        let meetings: Vec<Meeting> = games.iter().map(meeting).collect();
        let ratings = rate(if games.len() == 2 { 2 } else { 3 }, &meetings);
        let elo = |player: usize| ratings.players[player].elo;
        let mut rests = vec![0.0; ratings.players.len() + 1];
        for &(first, second, wins) in games {
            let expected = 1000.0 * expected_score(elo(first) - elo(second) + ratings.first_move.0);
            let rest = wins as f64 - expected;
            rests[first] += rest;
            rests[second] -= rest;
            *rests.last_mut().unwrap() += rest;
        }
        assert!(rests.iter().all(|rest| rest.abs() < 0.5), "{rests:?}");
        let best: f64 = ratings.players.iter().map(|it| it.best).sum();
        assert!((best - 1.0).abs() < 1e-9);
    }
    let meeting = |(first, second, wins)| Meeting { first, second, sum: sum(wins, 1000) };
    let first = rate(2, &two.map(meeting)).players[0];
    assert!((2.0 * first.elo - elo_of(0.75).unwrap()).abs() < 0.5, "{first:?}");
    // A half interval of 1.96 / sqrt(n p (1 - p)) in the logarithm of the odds, halved for the mean.
    let half = 0.5 * 1.96 * 173.718 / (2000.0_f64 * 0.1875).sqrt();
    assert!((first.interval.high - first.elo - half).abs() < 0.05, "{first:?}");
    assert_eq!(elo_of(1.0), None);
    // A player that won all its games has a finite rating.
    let shutout = rate(2, &[Meeting { first: 0, second: 1, sum: sum(100, 100) }]);
    assert!(shutout.players[0].elo.is_finite());
    // SciPy 1.17: norm.cdf(2).
    assert!((superiority(sum(220, 400)) - 0.977_249_868).abs() < 1e-9);
}

#[test]
fn matches_stop_when_they_are_clear() {
    let place = Place::new();
    let command = "match random search:depth=1 --out out";
    let first = place.good(&format!("{command} --threads 1"));
    assert!(first.starts_with("search:depth=1 is better than random. On catalogue-05 "), "{first}");
    let files = place.files("out");
    // The same command finds the match decided; another number of threads plays the same one.
    assert_eq!(place.good(command), first);
    assert_eq!(place.good("match random search:depth=1 --out other --threads 3"), first);
    for name in ["games.csv", "experiment.toml", "manifest.json"] {
        assert!(place.files("other")[name] == files[name], "{name}");
    }
    // The report says the same, with the same figures, and to which question.
    let told = first.split("\n\n").next().unwrap().replace('\n', " ");
    has(&place.text("out/report.html"), &format!("Which is better? {told}"));
    let worth = first.lines().find(|line| line.starts_with("Moving first is worth")).unwrap();
    has(&place.text("out/report.html"), worth.split(" Elo: ").next().unwrap());
    has(&place.good("verify out"), "\nverified: nothing differs\n");
    assert!(!place.has("out/match.json"));
    assert_eq!(place.good("match out"), first);
    // What versions before wrote is no part of the results.
    place.write("out/match.json", "{}");
    has(&place.good("verify out"), "not examined: match.json, run-info.json\n");
    // Games in which one bot always began tell of seat and strength together.
    place.good("run --setup catalogue-05 --bots search:depth=1/random --games 300 --out seat");
    let seat = place.good("match seat");
    has(&seat.replace('\n', " "), "so strength and seat cannot be separated. On catalogue-05 ");
    assert!(place.json("match seat --json")["match"]["answer"].is_null(), "{seat}");
    // A folder keeps games, and no question.
    let narrow = place.good("match random greedy --until 30 --out narrow");
    assert!(
        narrow.starts_with("random against greedy: the interval is narrow enough."),
        "{narrow}"
    );
    assert_eq!(place.good("match narrow --until 30"), narrow);
    let clear = place.good("match search:depth=1 random --until 30 --out clear");
    let better = "search:depth=1 is better than random";
    assert!(clear.starts_with(&format!("{better}; the interval is narrow enough.")), "{clear}");
    assert!(place.good("match clear").starts_with(&format!("{better}. On ")));
    has(&place.good("verify narrow"), "\nverified: nothing differs\n");
    let words = "match random greedy search:depth=1";
    let table = place.good(&format!("{words} --out three"));
    has(&table, "random            240");
    assert_eq!(place.good("match three"), table);
    has(&place.good("match three --json"), "\"first_move\"");
    for (question, answer) in [
        ("--until 30", "random against greedy: the interval is narrow enough."),
        ("--elo0 -5 --elo1 5", "random is less than 5 Elo stronger than greedy."),
        ("--elo0 -60 --elo1 -50", "random is more than 50 Elo weaker than greedy."),
        ("--elo0 -5 --elo1 0", "random is weaker than greedy."),
    ] {
        has(&place.good(&format!("match random greedy {question}")), answer);
    }
}

#[test]
fn players_that_cannot_meet_are_refused() {
    let place = Place::new();
    for (words, why) in [
        ("match random", "`random` meets no other bot"),
        ("match random rnadom", "unknown bot `rnadom`"),
        ("match random random", "`random` are given twice"),
        (
            "match search:nodes=1000 crew:quick",
            "plays for `search:nodes=1000` and for `crew:quick`",
        ),
        ("match random crew:quik", "unknown crew `quik`"),
        ("match random greedy --elo0 0", "required arguments were not provided"),
        ("match random greedy --games 0", "expected a whole number from 1"),
        ("match random greedy --until nan", "expected a number from 0.1 to 50"),
        ("match random greedy --elo0 9 --elo1 0", "is not below"),
        ("match random greedy search:depth=1 --until 9", "about two bots"),
        ("match random engine:mine", "nothing says what `engine:mine` is"),
        ("run --setup catalogue-05 --bots engine:mine", "nothing says what `engine:mine` is"),
        ("match random greedy --players no.toml", "cannot read `no.toml`"),
    ] {
        place.refuses(words, 2, why);
    }
    assert!(!place.has("results"));
}

/// A crew's result is the sum over the cells of its members, of which there are 2 x 2 in both orders.
#[test]
fn crews_and_engines_meet() {
    let place = Place::new();
    let program = crate::support::program();
    place.write(
        "players.toml",
        format!(
            "[crew.weak]\nmembers = [\"random\", \"slip:precision=0.1\"]\n\
             [crew.fair]\nmembers = [\"greedy\", \"search:depth=1\"]\n\
             [engine.own]\ncommand = [{program:?}, \"engine\"]\npositions = 20\n\
             [engine.dead]\ncommand = [\"false\"]\n"
        ),
    );
    let said = place.good("match crew:weak crew:fair --players players.toml --out crews");
    assert!(said.starts_with("crew:fair is better than crew:weak."), "{said}");
    let cells = place.text("crews/cells.csv");
    let cells = table(&cells);
    assert_eq!(cells.len(), 8);
    let number = |row: &BTreeMap<&str, &str>, column: &str| row[column].parse::<u64>().unwrap();
    let of_weak = |row: &BTreeMap<&str, &str>| {
        let is_first = row["bots"].starts_with("random") || row["bots"].starts_with("slip");
        number(row, if is_first { "wins_1" } else { "wins_2" })
    };
    let (games, wins): (u64, u64) = cells
        .iter()
        .fold((0, 0), |(games, wins), row| (games + number(row, "games"), wins + of_weak(row)));
    let row = said.lines().find(|line| line.starts_with("crew:weak ")).unwrap();
    let numbers: Vec<&str> = row.split_whitespace().take(3).skip(1).collect();
    assert_eq!(numbers, [games.to_string(), wins.to_string()]);
    // The experiment keeps whose the members are.
    has(&place.text("crews/experiment.toml"), "[crew.fair]\nmembers = [\"greedy\", ");
    has(&place.good("verify crews"), "\nverified: nothing differs\n");
    assert_eq!(place.good("match crews"), said);
    has(&place.text("crews/report.html"), "Which is better? crew:fair is better than crew:weak.");
    // A crew is one contestant only if its members meet all others, and not each other.
    let kept = place.text("crews/experiment.toml");
    place.write("e.toml", kept.replace("members = [\"greedy\", ", "members = [\"random\", "));
    has(&place.pasang("plan e.toml").stderr, "`[crew.fair]` is not used");
    let said = place.good("match engine:own random --players players.toml --engines --out engine");
    assert!(said.starts_with("engine:own is better than random."), "{said}");
    let ran = place.pasang("match random engine:dead --players players.toml --engines --out dead");
    assert_eq!(ran.status, 1);
    has(&ran.stderr, "the same command goes on from there");
}
