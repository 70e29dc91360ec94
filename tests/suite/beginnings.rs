//! Random moves after the openings: equal for all bots, and drawn by the documented random numbers.

use std::collections::BTreeMap;

use pasang::base::random::SeedKey;
use pasang::playing::journal::decode_moves;
use pasang_core::games::setup::builtin;
use pasang_core::games::{GameRules, brunei};

use crate::support::{Place, assert_same, table};

const EXPERIMENT: &str = r#"seed = 3
games = 240
setups = ["catalogue-01", "catalogue-20"]
rules = ["brunei-slide"]
bots = ["random", "greedy", ["greedy", "random"]]
swap = true
openings = "all"
opening-plies = 4
"#;

/// Returns the ranks of each game's moves, by setup, bots and index.
fn games(journal: &[u8]) -> BTreeMap<(String, String, u64), Vec<u32>> {
    let rows = table(std::str::from_utf8(journal).unwrap());
    rows.iter()
        .map(|row| {
            let key =
                (row["setup"].to_owned(), row["bots"].to_owned(), row["index"].parse().unwrap());
            (key, decode_moves(row["moves"].as_bytes()).unwrap())
        })
        .collect()
}

#[test]
fn games_with_the_same_index_begin_alike_whoever_plays() {
    let place = Place::with(EXPERIMENT);
    place.good("run e.toml --out whole --threads 2");
    let games = games(&place.bytes("whole/games.csv"));
    assert_eq!(games.len(), 2 * 4 * 240);
    let mut different = BTreeMap::new();
    for ((setup, bots, index), indices) in &games {
        let alike = &games[&(setup.clone(), "random".to_owned(), *index)];
        let begun = indices.len().min(alike.len()).min(6);
        assert_eq!(indices[..begun], alike[..begun], "{setup}, {bots}, {index}");
        if indices.len() > 6 && alike.len() > 6 && bots != "random" {
            *different.entry(bots.clone()).or_insert(0) += u32::from(indices[6..] != alike[6..]);
        }
    }
    // The bots choose the moves after the drawn ones.
    assert!(different.values().all(|&games| games > 400), "{different:?}");
    // Games 0 and 60 have the same pair, and different drawn moves after it.
    let of = |index| &games[&("catalogue-01".to_owned(), "random".to_owned(), index)];
    assert_eq!(of(0)[..2], of(60)[..2]);
    assert_ne!(of(0)[..6], of(60)[..6]);
    place.good("verify whole");
    place.shards(2);
    place.good("merge s1 s2 --out merged");
    assert_same(&place.files("merged"), &place.files("whole"), "two shards");
}

/// Draws as docs/files.md states: a key of the stones and the rules, a stream per game, and a
/// number below the number of legal moves for each ply.
#[test]
fn the_moves_are_those_of_the_documented_numbers() {
    let place = Place::with(&EXPERIMENT.replace("opening-plies = 4", "opening-plies = 11"));
    place.good("run e.toml --out whole");
    let games = games(&place.bytes("whole/games.csv"));
    let rules = brunei::Rules::default();
    let mut drawn = [0_u32; 3];
    for setup in ["catalogue-01", "catalogue-20"] {
        let stones = builtin(setup).unwrap().stones;
        let bits = [stones.black, stones.white].map(|set| format!("{:x}", set.bits()));
        let purpose = ["opening", &bits[0], &bits[1], "brunei"].map(str::as_bytes);
        let key = SeedKey::new(3, &purpose);
        for index in 0..240_u64 {
            let indices = &games[&(setup.to_owned(), "greedy".to_owned(), index)];
            let (mut position, mut moves) = (rules.start(stones), Vec::new());
            let mut rng = key.rng(index);
            for (ply, &move_index) in indices.iter().take(13).enumerate() {
                rules.moves(&position, &mut moves);
                if ply >= 2 {
                    assert_eq!(
                        move_index,
                        rng.below(moves.len() as u32),
                        "{setup}, {index}, {ply}"
                    );
                    drawn[(3 * move_index as usize / moves.len()).min(2)] += 1;
                }
                rules.apply(&mut position, moves[move_index as usize]);
            }
        }
    }
    // At most 5,280 draws, about equally many in each third of the moves.
    assert!(
        drawn.iter().sum::<u32>() > 4000 && drawn.iter().all(|&third| third > 1000),
        "{drawn:?}"
    );
}

#[test]
fn where_bots_choose_their_openings_the_first_moves_are_drawn() {
    let bell = r#"seed = 4
games = 40
setups = ["bell-chequer"]
rules = ["bell"]
bots = ["random", "greedy"]
opening-plies = 3
"#;
    let place = Place::with(bell);
    place.good("run e.toml --out whole");
    place.good("verify whole");
    let games = games(&place.bytes("whole/games.csv"));
    let of = |bots: &str, index| &games[&("bell-chequer".to_owned(), bots.to_owned(), index)];
    let alike = (0..40).filter(|&index| of("random", index)[..3] == of("greedy", index)[..3]);
    assert_eq!(alike.count(), 40);
    let resolved = place.text("whole/experiment.toml");
    assert!(resolved.contains("\nopening-plies = 3\n"), "{resolved}");
}

#[test]
fn so_many_can_be_drawn_and_no_more() {
    for (plies, good) in [("60", true), ("61", false), ("-1", false), ("\"4\"", false)] {
        let place = Place::with(
            &EXPERIMENT.replace("opening-plies = 4", &format!("opening-plies = {plies}")),
        );
        let ran = place.pasang("plan e.toml");
        assert_eq!(ran.status, if good { 0 } else { 2 }, "{plies}: {ran:?}");
        assert!(good || ran.stderr.contains("opening-plies"), "{ran:?}");
    }
}
