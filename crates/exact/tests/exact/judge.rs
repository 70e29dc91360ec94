//! Games held against perfect play: the figures against brute force with the plain rules.

use std::collections::BTreeMap;

use crate::plain::{self, PlainGame};
use crate::support::{Place, table};
use crate::{Known, minimax};
use pasang::base::fault::Source;
use pasang::games::rules::preset;
use pasang::games::setup::{Setup, builtin};
use pasang::games::{Chosen, Ruled};
use pasang::players::play::{Watch, replay};
use pasang::players::{Game, Work};

/// Two kinds of bots in different seats, rules with and without a loss by being stuck.
const SMALL: &str = r#"
seed = 7
games = 16
setups = ["catalogue-01", "catalogue-20"]
rules = ["brunei-slide", "score", "brunei-jump"]
bots = ["random", ["greedy", "random"]]
swap = true

[rule.score]
base = "pasang-emas"
stuck = "score-decides"
"#;

/// Bell's games end with more stones on the board.
const BELL: &str = r#"
seed = 7
games = 16
setups = ["catalogue-01", "catalogue-20"]
rules = ["bell"]
bots = ["random", ["greedy", "random"]]
swap = true
"#;

/// A small board (rules 1.8), on which moves are among the last ones early.
const FIVE: &str = r#"
seed = 7
games = 30
setups = ["five.txt"]
rules = ["brunei-slide", "pasang-emas"]
bots = ["random", ["greedy", "random"]]
swap = true
"#;

const FIVE_SETUP: &str = "name: five\n\nbbbwb\nwwwwb\nbw_wb\nbwwww\nbwbbb\n";

fn setup(name: &str) -> Setup {
    match name {
        "five" => Setup::parse(&Source::new("five.txt", FIVE_SETUP)).unwrap(),
        name => builtin(name).unwrap(),
    }
}

/// The moves of a game as text, from the ranks in its record.
struct Texts<'r> {
    setup: &'r str,
    ranks: Vec<u32>,
}

struct Words(Vec<String>);

impl<G: Game> Watch<G> for Words {
    fn ply(&mut self, game: &G, at: &G::Position, chosen: &Chosen<<G as Ruled>::Move>) {
        self.0.push(game.word(at, chosen.mv));
    }
}

impl Work for Texts<'_> {
    type Output = Vec<String>;

    fn with<G: Game>(self, game: &G) -> Vec<String> {
        let start = game.start(setup(self.setup).stones);
        let mut seen = Words(Vec::new());
        replay(game, &start, &self.ranks, &mut Vec::new(), &mut seen).unwrap();
        seen.0
    }
}

fn ranks(record: &str) -> Vec<u32> {
    let digits = record.strip_prefix('m').unwrap().as_bytes();
    digits
        .chunks(2)
        .map(|pair| u32::from_str_radix(std::str::from_utf8(pair).unwrap(), 36).unwrap())
        .collect()
}

fn stones(game: &impl PlainGame) -> usize {
    game.board().iter().flatten().filter(|sign| "bw".contains(**sign)).count()
}

/// What is expected of a seat.
#[derive(Clone, Debug, Default)]
struct Expected {
    moves: f64,
    kept: f64,
    best: f64,
    results: f64,
    points: f64,
    points_kept: f64,
    open: f64,
    open_kept: f64,
}

/// What is expected of a cell.
#[derive(Clone, Debug, Default)]
struct Cell {
    seats: [Expected; 2],
    games: usize,
    solved_games: usize,
    positions: usize,
    by_then: usize,
    plies: Vec<usize>,
    stones: Vec<usize>,
}

impl Cell {
    /// Plays a game on the plain board, and looks at all positions with few stones by brute force.
    /// Returns what these are worth as the journal tells it.
    fn see(&mut self, mut game: impl PlainGame + Clone, moves: &[String], most: usize) -> String {
        self.games += 1;
        // What each position is worth, with the stones on the board, the seat to move, the choice.
        let mut seen: Vec<((i32, i32), usize, u8, usize)> = Vec::new();
        let mut plies = Vec::new();
        let mut found = Known::new();
        for (ply, text) in (1..).zip(moves) {
            if stones(&game) <= most {
                seen.push((
                    minimax(&game, &mut found),
                    stones(&game),
                    game.to_move(),
                    game.moves().len(),
                ));
                plies.push(ply);
            }
            game.play(text);
        }
        assert!(game.ended().is_some());
        let end = minimax(&game, &mut found);
        for (place, &(before, _, seat, of)) in seen.iter().enumerate() {
            let after = seen.get(place + 1).map_or(end, |next| next.0);
            if of == 1 {
                assert_eq!(before, after);
                continue;
            }
            let sign = if seat == 1 { 1 } else { -1 };
            let sums = &mut self.seats[usize::from(seat) - 1];
            let points = f64::from(sign * (before.1 - after.1));
            sums.moves += 1.0;
            sums.points += points;
            sums.results += f64::from(sign * (before.0 - after.0)) / 2.0;
            sums.best += f64::from(u8::from(before == after));
            if before.0 == after.0 {
                sums.kept += 1.0;
                sums.points_kept += points;
            }
            if sign * before.0 >= 0 {
                sums.open += 1.0;
                sums.open_kept += f64::from(u8::from(before.0 == after.0));
            }
        }
        self.positions += seen.len();
        self.solved_games += usize::from(!seen.is_empty());
        match seen.iter().rposition(|found| found.0.0 != end.0) {
            Some(last) => {
                self.plies.push(plies[last]);
                self.stones.push(seen[last].1);
            }
            None => self.by_then += usize::from(!seen.is_empty()),
        }
        let sign = |result: i32| ['s', 'd', 'f'][(result + 1) as usize];
        let words = seen.iter().map(|((result, margin), ..)| format!("{}{margin}", sign(*result)));
        let words: Vec<String> = words.collect();
        words.join("/")
    }
}

fn near(found: &str, expected: f64, of: f64, what: &str) {
    if of == 0.0 {
        return assert_eq!(found, "", "{what}");
    }
    let found: f64 = found.parse().unwrap_or_else(|_| panic!("{what}: `{found}`"));
    assert!((found - expected / of).abs() <= 0.000_06, "{what}: {found} and not {}", expected / of);
}

fn mean(numbers: &[usize]) -> (f64, f64) {
    (numbers.iter().sum::<usize>() as f64, numbers.len() as f64)
}

/// The rules of the experiment above, in the program and on the plain board.
fn texts(rules: &str, setup: &str, record: &str) -> Vec<String> {
    let base = if rules == "score" { "pasang-emas" } else { rules };
    // How a stuck game is scored changes no move.
    preset(base).unwrap().play(Texts { setup, ranks: ranks(record) })
}

fn see(cell: &mut Cell, rules: &str, setup: &str, moves: &[String], most: usize) -> String {
    let board = self::setup(setup).board();
    let rows: Vec<&str> = board.lines().collect();
    if rules == "bell" {
        let rules = plain::bell::Rules::preset("bell");
        return cell.see(plain::bell::Game::new(&rules, &rows), moves, most);
    }
    let mut plain = match rules {
        "score" => plain::brunei::Rules::preset("pasang-emas"),
        rules => plain::brunei::Rules::preset(rules),
    };
    if rules == "score" {
        plain.set("stuck", "score-decides");
    }
    cell.see(plain::brunei::Game::new(&plain, &rows), moves, most)
}

#[test]
fn every_figure_is_that_of_brute_force() {
    let all = expect_brute_force(SMALL, 8, 3);
    // Else nothing was seen: moves, results lost, games that were decided late.
    assert!(all[0] > 500 && all[1] > 50 && all[2] > 30, "{all:?}");
    let all = expect_brute_force(FIVE, 10, 2);
    assert!(all[0] > 200 && all[1] > 10 && all[2] > 10, "{all:?}");
    let all = expect_brute_force(BELL, 20, 1);
    assert!(all[0] > 100, "{all:?}");
}

/// How many moves were looked at, how many lost a result, and how many games were decided behind
/// their first solved position.
fn expect_brute_force(experiment: &str, most: usize, rules: usize) -> [usize; 3] {
    let place = played(experiment);
    place.good(&format!("judge out --stones {most}"));
    let (journal, worths) = (place.text("out/games.csv"), place.text("out/judge/worths.csv"));
    let mut cells: BTreeMap<&str, Cell> = BTreeMap::new();
    let mut names: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for (row, told) in table(&journal).into_iter().zip(table(&worths)) {
        let moves = texts(row["rules"], row["setup"], row["moves"]);
        let cell = cells.entry(row["cell"]).or_default();
        names.insert(row["cell"], (row["rules"], row["bots"]));
        let worths = see(cell, row["rules"], row["setup"], &moves, most);
        assert_eq!((told["game"], told["unsolved"]), (row["game"], "0"));
        assert_eq!(told["worths"], worths, "{row:?}");
    }
    let exact = place.text("out/judge/exact.csv");
    let rows = table(&exact);
    let setups = if experiment == FIVE { 1 } else { 2 };
    assert_eq!((rows.len(), cells.len()), (2 * setups * rules * 3, setups * rules * 3));
    let mut all = [0; 3];
    for row in &rows {
        let cell = &cells[row["cell"]];
        let seat = usize::from(row["seat"] == "second");
        let bots: Vec<&str> = row["bots"].split('/').collect();
        assert_eq!(row["bot"], *bots.get(seat).unwrap_or(&bots[0]));
        let of = &cell.seats[seat];
        for (column, expected) in [
            ("games", cell.games),
            ("solved_games", cell.solved_games),
            ("positions", cell.positions),
            ("positions_unsolved", 0),
            ("unsolved_games", 0),
            ("moves", of.moves as usize),
            ("open_moves", of.open as usize),
            ("decided_by_then", cell.by_then),
        ] {
            assert_eq!(row[column], expected.to_string(), "{column} of {row:?}");
        }
        for (column, (sum, by)) in [
            ("result_kept_share", (of.kept, of.moves)),
            ("value_kept_share", (of.best, of.moves)),
            ("results_lost_mean", (of.results, of.moves)),
            ("result_kept_open_share", (of.open_kept, of.open)),
            ("points_lost_mean", (of.points, of.moves)),
            ("points_lost_kept_mean", (of.points_kept, of.kept)),
            ("decided_by_then_share", (cell.by_then as f64, cell.solved_games as f64)),
            ("decided_ply_mean", mean(&cell.plies)),
            ("decided_stones_mean", mean(&cell.stones)),
        ] {
            near(row[column], sum, by, &format!("{column} of {row:?}"));
        }
        all[0] += of.moves as usize;
        all[1] += (of.moves - of.kept) as usize;
        // Each cell has two rows.
        all[2] += if seat == 0 { cell.plies.len() } else { 0 };
    }

    // Over all setups, by rule set and bot.
    let bots = place.text("out/judge/exact-bots.csv");
    let rows = table(&bots);
    assert_eq!(rows.len(), rules * 2);
    for row in rows {
        let mut of = Expected::default();
        let mut games = (0, 0);
        for (cell, &(rules, bots)) in &names {
            let bots: Vec<&str> = bots.split('/').collect();
            let sits = |seat: usize| *bots.get(seat).unwrap_or(&bots[0]) == row["bot"];
            if rules != row["rules"] || !(sits(0) || sits(1)) {
                continue;
            }
            games.0 += cells[cell].games;
            games.1 += cells[cell].by_then;
            for seat in (0..2).filter(|&seat| sits(seat)) {
                of.moves += cells[cell].seats[seat].moves;
                of.kept += cells[cell].seats[seat].kept;
                of.points += cells[cell].seats[seat].points;
            }
        }
        assert_eq!(
            (row["setups"], row["games"]),
            (setups.to_string().as_str(), games.0.to_string().as_str())
        );
        assert_eq!(row["moves"], of.moves.to_string());
        assert_eq!(row["decided_by_then"], games.1.to_string());
        near(row["result_kept_share"], of.kept, of.moves, "kept");
        near(row["points_lost_mean"], of.points, of.moves, "points");
    }
    all
}

/// A place with the results of an experiment in the folder `out`.
fn played(experiment: &str) -> Place {
    let place = Place::new();
    place.write("e.toml", experiment);
    place.write("five.txt", FIVE_SETUP);
    place.other("run e.toml --out out");
    assert!(place.has("out/cells.csv"));
    place
}

#[test]
fn threads_change_nothing_and_nothing_is_overwritten() {
    let place = played(&SMALL.replace("games = 16", "games = 40"));
    let said = place.good("judge out --stones 14 --threads 1");
    assert!(said.starts_with("Against perfect play\n"), "{said}");
    assert!(said.ends_with("Every position with so few stones was solved.\n"), "{said}");
    assert_eq!(place.good("judge out --stones 14 --threads 3 --out three"), said);
    let found = place.files("out/judge");
    assert_eq!(place.files("three"), found);
    let names: Vec<&str> = found.keys().map(String::as_str).collect();
    let all = ["datapackage.json", "exact-bots.csv", "exact.csv", "summary.txt", "worths.csv"];
    assert_eq!(names, all);
    assert_eq!(found["summary.txt"], said.as_bytes());
    // Every column is described, in order.
    let package: serde_json::Value = serde_json::from_slice(&found["datapackage.json"]).unwrap();
    for resource in package["resources"].as_array().unwrap() {
        let fields = resource["schema"]["fields"].as_array().unwrap();
        let described: Vec<&str> = fields.iter().map(|it| it["name"].as_str().unwrap()).collect();
        let file = place.text(&format!("three/{}", resource["path"].as_str().unwrap()));
        let header = file.lines().next().unwrap();
        assert_eq!(header, described.join(","));
    }
    place.refused("judge out --stones 14", "`out/judge` is there already; nothing was written");
    // The folder is what it was, for those who prove it.
    let proved = place.other("verify out");
    assert!(proved.contains("played again: all equal"), "{proved}");
    assert!(proved.contains(
        "; not proved: the tables in `judge` (`pasang-exact judge --check` solves them again)\n"
    ));
}

/// Somebody has made bots look better than they are, in a table that nobody else proves.
#[test]
fn tables_are_held_against_perfect_play_again() {
    let place = played(&SMALL.replace("games = 16", "games = 4"));
    place.good("judge out --stones 12");
    let judged = place.files("out/judge");
    let said = place.good("judge out --stones 12 --check --threads 2");
    assert!(said.contains("verified: nothing differs"), "{said}");
    place.refused("judge out --check", "give the options that it was made with");
    place.refused("judge out --check --out nowhere", "cannot read `nowhere/datapackage.json`");
    let worths = place.text("out/judge/worths.csv");
    let (row, forged) = worths
        .lines()
        .enumerate()
        .find_map(|(row, line)| {
            Some((row, worths.replacen(line, &line.replace("/s", "/f"), 1)))
                .filter(|it| it.1 != worths)
        })
        .unwrap();
    place.write("out/judge/worths.csv", forged);
    place.remove("out/judge/summary.txt");
    let ran = place.pasang("judge out --stones 12 --check");
    assert_eq!(ran.status, 3, "{ran}");
    let told = format!("DIFFERS worths.csv line {}: solved again, it is another\n", row + 1);
    assert!(ran.stdout.contains(&told) && ran.stdout.contains("DIFFERS summary.txt: "), "{ran}");
    assert!(
        !ran.stdout.contains("verified")
            && place.text("out/judge/exact.csv").as_bytes() == judged["exact.csv"]
    );
}

#[test]
fn a_budget_that_does_not_suffice_is_told() {
    let place = played(
        "seed = 3\ngames = 12\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-jump\"]\n\
         bots = [\"search:depth=2\"]\nopening-plies = 4\n",
    );
    let said = place.good("judge out --stones 28 --nodes 2000");
    assert!(said.contains("budget did not suffice"), "{said}");
    let (exact, worths) = (place.text("out/judge/exact.csv"), place.text("out/judge/worths.csv"));
    let row = table(&exact)[0].clone();
    let number = |column: &str| row[column].parse::<u64>().unwrap();
    assert!(number("positions") > 50 && number("positions_unsolved") > 50, "{row:?}");
    assert!(number("unsolved_games") > 6, "{row:?}");
    let unsolved: u64 =
        table(&worths).iter().map(|row| row["unsolved"].parse::<u64>().unwrap()).sum();
    assert_eq!(number("positions_unsolved"), unsolved);
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let few = "games = 2\nseed = 1\nsetups = [\"catalogue-01\"]\nbots = [\"random\"]\n";
    let three = "rules = [\"three\"]\n[rule.three]\nbase = \"bell\"\nplayers = 3\n";
    for (more, told) in [
        ("rules = [\"brunei-slide\"]\nrounds = 2\n", "matches of several rounds are not judged"),
        (three, "only games of two players can be solved"),
    ] {
        let place = played(&format!("{few}{more}"));
        place.refused("judge out", told);
        assert!(!place.has("out/judge"));
    }
    let place = Place::new();
    place.refused("judge out --stones 0", "from 1 to 120");
    place.refused("judge out --nodes 10", "from 1000 to");
    assert_eq!(place.pasang("judge out").status, 2);
}
