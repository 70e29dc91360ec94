//! Compares the nets that the program brings with the commands that made them.

use super::*;

/// Returns options for this amount of work; the rest as for the nets that the program brings.
fn tuning(game: Kind, games: Option<u64>) -> Tuning {
    Tuning { game, seed: 1, games, generations: 2, selective: false, labels: Labels::Search }
}

fn on_threads(threads: usize, tuning: Tuning) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| tuning.run())
}

#[test]
fn tuning_gives_the_same_bytes_on_any_number_of_threads() {
    let (search, results) = (Labels::Search, Labels::Results);
    for (game, games, labels) in
        [(Kind::Brunei, 12, search), (Kind::Bell, 3, search), (Kind::Brunei, 12, results)]
    {
        let tuning = Tuning { labels, ..tuning(game, Some(games)) };
        let tuned = on_threads(1, tuning);
        assert!(on_threads(3, tuning) == tuned, "{tuning}");
        assert!(Tuning { seed: 4, ..tuning }.run() != tuned, "{tuning}");
    }
}

/// Returns the files that the program is compiled from, with the work that made them.
fn shipped() -> [(Tuning, &'static str); 4] {
    let results = |game, games| {
        let labels = Labels::Results;
        Tuning { seed: 3, selective: true, labels, ..tuning(game, Some(games)) }
    };
    [
        (tuning(Kind::Brunei, None), include_str!("../../../core/src/games/brunei/net.txt")),
        (tuning(Kind::Bell, None), include_str!("../../../core/src/games/bell/net.txt")),
        (
            results(Kind::Brunei, 20_000),
            include_str!("../../../core/src/games/brunei/net-results.txt"),
        ),
        (results(Kind::Bell, 2500), include_str!("../../../core/src/games/bell/net-results.txt")),
    ]
}

#[test]
fn what_is_shipped_names_its_command() {
    for (tuning, text) in shipped() {
        assert!(text.contains(&format!("\n#     {tuning}\n")), "{tuning}");
    }
}
