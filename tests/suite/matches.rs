//! Matches of several rounds: their rows and tables, and the same guarantees for shards,
//! interruptions and damage as single games have.

use std::collections::BTreeMap;

use crate::support::figures::{mean, near, variance};
use crate::support::{Place, assert_same, has, seat_number, table};
use pasang::base::random::SeedKey;

const LAST: &str = r#"
seed = 11
games = 20
setups = ["catalogue-01", "catalogue-04"]
rules = ["brunei-slide", "bell", "three", "four"]
bots = ["random", "greedy"]
rounds = 3
next-start = "last-capturer"

[rule.three]
base = "bell"
players = 3

[rule.four]
base = "bell"
players = 4
"#;

/// A line-up has one bot per seat.
const MIXED: &str = r#"
seed = 12
games = 60
setups = ["catalogue-02"]
rules = ["pasang-emas", "bell"]
bots = [["random", "greedy"]]
rounds = 4
next-start = "alternate"
"#;

type Row<'t> = BTreeMap<&'t str, &'t str>;

fn number(row: &Row<'_>, column: &str) -> i64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

fn seats(row: &Row<'_>) -> i64 {
    (1..=4).filter(|seat| !row[&*format!("score_{seat}")].is_empty()).count() as i64
}

/// Returns the score of each seat in a round, in twelfths, from the winner in its row.
fn scores(row: &Row<'_>) -> Vec<i64> {
    let seats = seats(row);
    let winners: Vec<i64> = match row["winner"] {
        "draw" => vec![1, 2],
        winners => winners.split('/').map(|winner| seat_number(winner) as i64).collect(),
    };
    let share = 12 / winners.len() as i64;
    (1..=seats).map(|seat| if winners.contains(&seat) { share } else { 0 }).collect()
}

/// Returns the seats with the highest sum, counted from 1.
fn best(sums: &[i64]) -> Vec<usize> {
    let most = sums.iter().max().unwrap();
    (0..sums.len()).filter(|&seat| sums[seat] == *most).map(|seat| seat + 1).collect()
}

/// Splits rows into matches, in order.
fn matches<'t>(rows: &'t [Row<'t>], rounds: usize) -> Vec<&'t [Row<'t>]> {
    assert_eq!(rows.len() % rounds, 0);
    rows.chunks(rounds).collect()
}

/// Checks the columns of all rows, and the tables, from the rows alone.
fn check(place: &Place, folder: &str, rounds: usize, cells: usize, last_capturer: bool) {
    let journal = place.text(&format!("{folder}/games.csv"));
    assert!(journal.starts_with(
        "game,cell,index,setup,rules,bots,winner,ending,score_1,score_2,score_3,score_4,plies,\
         moves_digest,moves,match,round,starter\n"
    ));
    let rows = table(&journal);
    let mut of_cells = vec![Vec::new(); cells];
    for (count, of_match) in matches(&rows, rounds).into_iter().enumerate() {
        let mut starter = 1;
        for (round, row) in of_match.iter().enumerate() {
            let seats = seats(row);
            assert_eq!(number(row, "game"), (count * rounds + round) as i64);
            assert_eq!(number(row, "match"), count as i64);
            assert_eq!(number(row, "index"), (count / cells) as i64);
            assert_eq!(number(row, "cell"), (count % cells) as i64);
            assert_eq!(number(row, "round"), round as i64 + 1);
            assert_eq!(number(row, "starter"), starter, "{row:?}");
            // Seats alternate: the length determines who made the last move.
            let turns = if last_capturer { number(row, "plies") - 1 } else { 1 };
            starter = (starter - 1 + turns).rem_euclid(seats) + 1;
            if row["ending"] != "stuck" {
                let points: Vec<i64> =
                    (1..=seats).map(|seat| number(row, &format!("score_{seat}"))).collect();
                let top: Vec<usize> = best(&points);
                let winners: Vec<usize> = (0..points.len())
                    .filter(|&seat| scores(row)[seat] > 0)
                    .map(|seat| seat + 1)
                    .collect();
                assert_eq!(winners, top, "{row:?}");
            }
        }
        of_cells[count % cells].push(of_match);
    }
    let [cells_csv, rounds_csv] =
        ["cells", "rounds"].map(|name| place.table(&format!("{folder}/{name}.csv")));
    assert_eq!(rounds_csv.len(), cells * (rounds + 1));
    for (cell, of_cell) in of_cells.iter().enumerate() {
        let row = &cells_csv[cell];
        let near = |row: &Row<'_>, column: &str, expected: f64| {
            near(row[column].parse().unwrap(), expected, 0.000_051, column);
        };
        let all = of_cell.len() as f64;
        assert_eq!(number(row, "games") as f64, all);
        let (mut wins, mut draws, mut first, mut margin) = ([0; 4], 0, 0.0, 0);
        let mut plies = 0;
        let mut stuck = 0;
        for of_match in of_cell {
            let mut sums = vec![0; seats(&of_match[0]) as usize];
            for row in *of_match {
                sums.iter_mut().zip(scores(row)).for_each(|(sum, score)| *sum += score);
                margin += number(row, "score_1") - number(row, "score_2");
                plies += number(row, "plies");
                stuck += i64::from(row["ending"] == "stuck");
            }
            let winners = best(&sums);
            match winners.as_slice() {
                [only] => wins[only - 1] += 1,
                _ => draws += 1,
            }
            if winners.contains(&1) {
                first += 1.0 / winners.len() as f64;
            }
        }
        let seats = seats(&of_cell[0][0]) as usize;
        for (seat, wins) in (1..).zip(wins).take(seats) {
            assert_eq!(number(row, &format!("wins_{seat}")), wins);
        }
        assert_eq!(number(row, "draws"), draws);
        near(row, "first_score", first / all);
        if seats == 2 {
            near(row, "margin_mean", margin as f64 / all);
        } else {
            assert_eq!(row["margin_mean"], "");
        }
        near(row, "plies_mean", plies as f64 / (all * rounds as f64));
        near(row, "stuck_share", stuck as f64 / (all * rounds as f64));
        // Each round, and all of them.
        let mut sums = [0; 2];
        let mut starts = 0;
        for round in 0..=rounds {
            let row = &rounds_csv[cell * (rounds + 1) + round];
            assert_eq!(number(row, "cell"), cell as i64);
            if round == rounds {
                let all = all * rounds as f64;
                assert_eq!(row["round"], "");
                assert_eq!(number(row, "games") as f64, all);
                near(row, "first_starts_share", f64::from(starts) / all);
                near(row, "starter_score", sums[0] as f64 / 12.0 / all);
                near(row, "first_score", sums[1] as f64 / 12.0 / all);
                continue;
            }
            let (mut starter, mut first, mut starting) = (0, 0, 0);
            for of_match in of_cell {
                let scores = scores(&of_match[round]);
                let who = number(&of_match[round], "starter");
                starter += scores[who as usize - 1];
                first += scores[0];
                starting += i32::from(who == 1);
            }
            assert_eq!(number(row, "round"), round as i64 + 1);
            assert_eq!(number(row, "games") as f64, all);
            near(row, "first_starts_share", f64::from(starting) / all);
            near(row, "starter_score", starter as f64 / 12.0 / all);
            near(row, "first_score", first as f64 / 12.0 / all);
            sums = [sums[0] + starter, sums[1] + first];
            starts += starting;
        }
    }
}

#[test]
fn rows_and_tables_agree_with_the_custom() {
    let place = Place::with(LAST);
    let said = place.good("run --full e.toml --out out");
    check(&place, "out", 3, 16, true);
    assert!(said.contains("20 matches a cell"), "{said}");
    assert!(said.contains("Score of the first mover of a round, in %"), "{said}");
    place.write("e.toml", MIXED);
    place.good("run e.toml --out mixed");
    check(&place, "mixed", 4, 2, false);
    // A bot keeps its seat, regardless of the starter: at Bell the greedy bot nearly always wins.
    let rows = place.table("mixed/games.csv");
    for starter in ["1", "2"] {
        let rounds = rows.iter().filter(|row| row["rules"] == "bell" && row["starter"] == starter);
        let rounds: Vec<&Row<'_>> = rounds.collect();
        let won = rounds.iter().filter(|row| row["winner"] == "second").count();
        assert_eq!(rounds.len(), 120);
        assert!(won > 100, "{starter}: {won}");
    }
}

/// The interval for all rounds of a cell, from the means of its matches. The quantile of Student's
/// distribution with 19 degrees of freedom is SciPy's `t.ppf(0.975, 19)`.
#[test]
fn the_interval_of_all_rounds_is_one_over_matches() {
    const QUANTILE: f64 = 2.093_024_054_408_263;
    let place = Place::played(LAST);
    let (rows, rounds) = (place.table("out/games.csv"), place.table("out/rounds.csv"));
    let means: Vec<f64> = matches(&rows, 3)
        .into_iter()
        .filter(|of_match| of_match[0]["cell"] == "0")
        .map(|of_match| {
            let score = |row: &Row<'_>| scores(row)[number(row, "starter") as usize - 1] as f64;
            of_match.iter().map(score).sum::<f64>() / 36.0
        })
        .collect();
    let mean = mean(&means);
    let half = QUANTILE * (variance(&means) / means.len() as f64).sqrt();
    let row = &rounds[3];
    assert_eq!((row["round"], row["interval_method"]), ("", "t-95 over matches"));
    for (column, expected) in [
        ("starter_score", mean),
        ("starter_score_low", mean - half),
        ("starter_score_high", mean + half),
    ] {
        near(row[column].parse().unwrap(), expected, 1e-6, column);
    }
}

#[test]
fn the_first_round_is_the_game_that_is_played_without_rounds() {
    let place = Place::played(LAST);
    place.write("e.toml", LAST.replace("rounds = 3\nnext-start = \"last-capturer\"\n", ""));
    place.good("run e.toml --out plain");
    place.write("e.toml", LAST.replace("last-capturer", "alternate"));
    place.good("run e.toml --out alternate");
    let moves = |folder: &str, round: &str| -> Vec<String> {
        let rows = place.table(&format!("{folder}/games.csv"));
        let of_round = rows.iter().filter(|row| row.get("round").is_none_or(|of| *of == round));
        of_round.map(|row| row["moves"].to_owned()).collect()
    };
    let reference = moves("plain", "1");
    assert_eq!(reference.len(), 320);
    assert_eq!(moves("out", "1"), reference);
    assert_eq!(moves("alternate", "1"), reference);
    // A bot in every seat plays the same second round for either starter: random streams belong to
    // turns. They differ from the streams of the first round.
    assert_eq!(moves("out", "2"), moves("alternate", "2"));
    let same = moves("out", "2").iter().zip(&reference).filter(|(a, b)| a == b).count();
    assert_eq!(same, 0);
    let said = place.good("compare plain out");
    assert!(said.contains("16 cells in both, 0 only in A, 0 only in B"), "{said}");
}

/// The first moves of each round, drawn here from the streams that the description of the formats
/// assigns.
#[test]
fn each_round_draws_from_streams_of_its_own() {
    let place = Place::played(LAST);
    let resolved = place.text("out/experiment.toml");
    let board = resolved.split("[setup.catalogue-01]").nth(1).unwrap();
    let rows = board.lines().filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\","));
    // Row 11 is the first; bit 0 is a1.
    let points = |colour: char| {
        let mut bits = 0u128;
        for (row, signs) in rows.clone().take(11).enumerate() {
            for (column, _) in signs.chars().enumerate().filter(|&(_, sign)| sign == colour) {
                bits |= 1 << ((10 - row) * 11 + column);
            }
        }
        format!("{bits:x}")
    };
    let (black, white) = (points('b'), points('w'));
    let key =
        SeedKey::new(11, &["game", &black, &white, "brunei", "random/random"].map(str::as_bytes));
    let rows = place.table("out/games.csv");
    let mut seen = 0;
    for row in rows.iter().filter(|row| row["cell"] == "0") {
        let round = number(row, "round") as u64 - 1;
        let mut rng = key.rng((round << 48) + 4 * number(row, "index") as u64);
        let move_index = u64::from_str_radix(&row["moves"][1..3], 36).unwrap();
        assert_eq!(u64::from(rng.below(11)), move_index, "{row:?}");
        seen += 1;
    }
    assert_eq!(seen, 60);
}

#[test]
fn shards_threads_and_interruptions_change_no_byte() {
    let place = Place::with(LAST);
    place.good("run e.toml --out out --threads 1");
    let expected = place.files("out");
    assert!(expected.contains_key("rounds.csv"));
    place.good("run e.toml --out threads --threads 3");
    assert_same(&place.files("threads"), &expected, "three threads");
    place.shards(3);
    place.good("merge s2 s3 s1 --out merged");
    assert_same(&place.files("merged"), &expected, "merged");
    // Wherever the journal is cut, the incomplete match is played again.
    let journal = place.text("out/games.csv");
    let ends: Vec<usize> = journal.match_indices('\n').map(|(at, _)| at + 1).collect();
    for end in [ends[0], ends[2], ends[3], ends[3] + 7, ends[5], ends[959]] {
        place.begin("out", "torn");
        place.write("torn/games.csv", &journal[..end]);
        let there = (ends.iter().filter(|&&line| line <= end).count() - 1) / 3;
        let said = place.good("verify torn");
        assert!(said.contains(&format!("unfinished: {there} of 320 matches are there")), "{said}");
        let torn = (end - ends[there * 3]) > 0;
        assert_eq!(said.contains("and a torn match behind them"), torn, "{said}");
        place.good("run e.toml --out torn");
        assert_same(&place.files("torn"), &expected, &format!("torn after {end} bytes"));
    }
    // More matches are appended.
    place.write("e.toml", LAST.replace("games = 20", "games = 21"));
    place.good("run e.toml --out threads");
    assert!(place.text("threads/games.csv").starts_with(&journal));
    check(&place, "threads", 3, 16, true);
}

#[test]
fn what_is_no_match_is_found() {
    let place = Place::played(MIXED);
    let said = place.good("verify out");
    assert!(said.contains("games.csv: 480 rows, each agrees with its own moves"), "{said}");
    assert!(said.contains("120 of 120 matches played again: all equal"), "{said}");
    let said = place.good("verify --games 7 out");
    has(&said, "7 of 120 matches played again: all equal; drawn by `--sample-seed ");
    place.good("report out");
    // Without the journal.
    place.copy("out", "slim");
    place.remove("slim/games.csv");
    let said = place.good("verify slim");
    has(&said, "120 matches played again: the journal has the manifest's digest");
    // Another starter in the third row; a missing row.
    let journal = place.text("out/games.csv");
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    assert!(lines[3].ends_with(",0,3,1"));
    lines[3] = lines[3].replace(",0,3,1", ",0,3,2");
    place.copy("out", "damaged");
    let damaged = |lines: &[String]| {
        place.write("damaged/games.csv", lines.join("\n") + "\n");
        place.differs("damaged").stdout
    };
    let starter = "DIFFERS games.csv line 4: column `starter` is `2`, expected `1`";
    has(&damaged(&lines), starter);
    lines.remove(3);
    has(&damaged(&lines), "DIFFERS games.csv line 4: expected game 2, found `3`");
    place.write("damaged/rounds.csv", "");
    has(&damaged(&lines), "DIFFERS rounds.csv");
}

#[test]
fn a_round_is_replayed_with_players_by_their_seats() {
    let place = Place::played(MIXED);
    let journal = place.text("out/games.csv");
    let rows = table(&journal);
    for row in rows.iter().take(8) {
        let said = place.good(&format!("replay out {}", row["game"]));
        let title = format!(
            "game {}: catalogue-02, {}, random/greedy, number 0 of its cell, round {} of match {}",
            row["game"], row["rules"], row["round"], row["match"]
        );
        assert_eq!(said.lines().next().unwrap(), title);
        assert!(said.contains(&format!("ply 1: player {} plays", row["starter"])), "{said}");
        let end = said.lines().find(|line| line.contains("the game is over")).unwrap();
        let result = format!("{}-{}", row["score_1"], row["score_2"]);
        assert!(end.ends_with(&result), "{end}");
        if row["winner"] != "draw" {
            assert!(end.contains(&format!("player {} wins", seat_number(row["winner"]))), "{end}");
        }
    }
    place.refuses("replay out 480", 2, "there is no game 480 among the 480 games");
    // Without the journal: the bots play the match again.
    let with = place.good("replay out 7");
    place.remove("out/games.csv");
    assert_eq!(place.good("replay out 7"), with);
}

#[test]
fn plans_count_matches() {
    let place = Place::with(MIXED);
    let said = place.good("plan e.toml");
    assert!(said.contains("matches   120 (60 a cell), 4 rounds each"), "{said}");
    let said = place.good("plan e.toml --json");
    assert!(said.contains("\"rounds\": 4"), "{said}");
}

#[test]
fn all_rounds_of_a_match_have_their_opening_in_common() {
    let place = Place::with(
        r#"
seed = 22
games = 20
setups = ["catalogue-02"]
rules = ["brunei-slide"]
bots = ["random", ["greedy", "random"]]
rounds = 3
openings = ["a g", "c j"]
"#,
    );
    place.good("run e.toml --out out");
    let (rows, openings) = (place.table("out/games.csv"), place.table("out/openings.csv"));
    assert_eq!(openings.len(), 4);
    for (line, row) in openings.iter().enumerate() {
        let (cell, pair) = (line as i64 / 2, line as i64 % 2);
        // By turn: the starter of a round is its first player.
        let (mut games, mut score) = (0, 0);
        for of_match in matches(&rows, 3) {
            let index = number(&of_match[0], "index");
            if number(&of_match[0], "cell") != cell || index % 2 != pair {
                continue;
            }
            for row in of_match {
                games += 1;
                score += scores(row)[number(row, "starter") as usize - 1];
            }
        }
        assert_eq!((games, number(row, "games")), (30, 30));
        near(row["first_score"].parse().unwrap(), score as f64 / 12.0 / 30.0, 1e-6, "score");
        // The winner of a round starts more of them: rounds of different bots are not independent.
        for column in ["first_score_low", "joint_low"] {
            assert_eq!(row[column].is_empty(), cell == 1, "{column}: {row:?}");
        }
    }
    let cells = place.table("out/cells.csv");
    let there = |column: &str| [0, 1].map(|cell: usize| !cells[cell][column].is_empty());
    assert_eq!(there("first_score_low"), [true, true]);
}

/// The starter always loses on this pattern between greedy bots: all matches have the same result,
/// and the interval still has a width. Wilson's interval for no win in 40 ends at z^2 / (40 + z^2).
#[test]
fn rounds_without_spread_have_an_interval() {
    let place = Place::with(
        "seed = 1\ngames = 40\nrounds = 2\nnext-start = \"alternate\"\n\
         setups = [\"catalogue-19\"]\nrules = [\"brunei-slide\"]\nbots = [\"greedy\"]\n",
    );
    place.good("run e.toml --out out");
    let all = &place.table("out/rounds.csv")[2];
    assert_eq!((all["round"], all["starter_score"]), ("", "0.000000"));
    assert_eq!((all["starter_score_low"], all["starter_score_high"]), ("0.000000", "0.087622"));
    assert_eq!(all["first_score"], "0.500000");
    let ends = (all["first_score_low"], all["first_score_high"]);
    assert_eq!(
        (ends, all["interval_method"]),
        (("0.351995", "0.648005"), "wilson-95 over matches")
    );
}
