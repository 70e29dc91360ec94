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

/// Files that the program is compiled from.
const SHIPPED: [(Kind, &str); 2] = [
    (Kind::Brunei, include_str!("../../../core/src/games/brunei/net.txt")),
    (Kind::Bell, include_str!("../../../core/src/games/bell/net.txt")),
];

#[test]
fn what_is_shipped_is_of_the_command_without_options() {
    for (game, text) in SHIPPED {
        let command = tuning(game, None).to_string();
        assert!(text.contains(&format!("\n#     {command}\n")), "{command}");
    }
}

/// The layout, which depends on names and sizes alone, equals the built-in files' layout.
#[test]
fn files_are_laid_out_as_those_that_are_shipped() {
    let signs = |text: &str| -> String {
        let plain = text.chars().filter(|sign| !sign.is_ascii_digit() && !"-.".contains(*sign));
        plain.collect()
    };
    for (game, text) in SHIPPED {
        let tuning = Tuning { generations: 1, ..tuning(game, Some(1)) };
        for (made, shipped) in tuning.run().lines().zip(text.lines()) {
            assert_eq!(signs(made), signs(shipped));
        }
    }
}

#[test]
#[ignore = "takes minutes"]
fn what_is_shipped_comes_out_again() {
    for (game, text) in SHIPPED {
        assert!(tuning(game, None).run() == text, "{game:?}");
    }
}
