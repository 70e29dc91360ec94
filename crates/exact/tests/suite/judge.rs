//! Games held against perfect play: the figures against brute force with the plain rules, and the
//! same bytes however they were come by.

use std::collections::BTreeMap;
use std::fs;

use crate::plain::{self, PlainGame};
use crate::support::{Place, assert_same, table, until};
use pasang::base::fault::Source;
use pasang::games::rules::{Work, preset};
use pasang::games::setup::{Setup, builtin};
use pasang::games::{Chosen, Game, Ruled};
use pasang::players::play::{Watch, replay};

/// Two kinds of bots in different seats, rules with and without a loss by being stuck.
const SMALL: &str = r#"
seed = 7
games = 16
setups = ["catalogue-01", "catalogue-20"]
rules = ["brunei-slide", "score", "brunei-jump"]
bots = ["random", ["greedy", "random"]]
swap = true
exact = 8

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
exact = 20
"#;

/// A small board (rules 1.8), on which moves are among the last ones early.
const FIVE: &str = r#"
seed = 7
games = 30
setups = ["five.txt"]
rules = ["brunei-slide", "pasang-emas"]
bots = ["random", ["greedy", "random"]]
swap = true
exact = 10
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

/// A position: the board, the seat to move, the scores.
type Seen = (Vec<Vec<char>>, u8, Vec<u32>);

/// Who wins, 1 the first player, -1 the second, and by how much the first leads: the result first,
/// then the margin; each player chooses what is best, and nothing is left out. What was found of a
/// position is not looked for twice.
fn minimax(game: &(impl PlainGame + Clone), found: &mut BTreeMap<Seen, (i32, i32)>) -> (i32, i32) {
    if let Some(ended) = game.ended() {
        let scores = game.scores();
        let result = match ended.winners.as_slice() {
            [1] => 1,
            [2] => -1,
            _ => 0,
        };
        return (result, scores[0] as i32 - scores[1] as i32);
    }
    let key = (game.board(), game.to_move(), game.scores());
    if let Some(&known) = found.get(&key) {
        return known;
    }
    let ends = game.moves().into_iter().map(|text| {
        let mut next = game.clone();
        next.play(&text);
        minimax(&next, found)
    });
    let ends: Vec<(i32, i32)> = ends.collect();
    let best = if game.to_move() == 1 { ends.iter().max() } else { ends.iter().min() };
    found.insert(key, *best.unwrap());
    *best.unwrap()
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
        let mut found = BTreeMap::new();
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
        let sign = |result| {
            if result > 0 {
                'f'
            } else if result < 0 {
                's'
            } else {
                'd'
            }
        };
        let words: Vec<String> = seen
            .iter()
            .map(|((result, margin), ..)| format!("{}{margin}", sign(*result)))
            .collect();
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
    let place = Place::with(experiment);
    place.write("five.txt", FIVE_SETUP);
    place.good("run e.toml --out out");
    let journal = place.text("out/games.csv");
    let mut cells: BTreeMap<&str, Cell> = BTreeMap::new();
    let mut names: BTreeMap<&str, (&str, &str)> = BTreeMap::new();
    for row in table(&journal) {
        let moves = texts(row["rules"], row["setup"], row["moves"]);
        let cell = cells.entry(row["cell"]).or_default();
        names.insert(row["cell"], (row["rules"], row["bots"]));
        let worths = see(cell, row["rules"], row["setup"], &moves, most);
        assert_eq!((row["exact"], row["exact_unsolved"]), (worths.as_str(), "0"), "{row:?}");
    }
    let exact = place.text("out/exact.csv");
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
    let bots = place.text("out/exact-bots.csv");
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

/// Long enough to be interrupted.
fn longer() -> String {
    SMALL.replace("games = 16", "games = 60").replace("exact = 8", "exact = 14")
}

#[test]
fn the_same_bytes_however_they_were_come_by() {
    let place = Place::with(&longer());
    place.good("run e.toml --out out --threads 1");
    let whole = place.files("out");
    for name in ["exact.csv", "exact-bots.csv", "report.html"] {
        assert!(whole.contains_key(name), "{name}");
    }
    place.good("run e.toml --out three --threads 3");
    assert_same(&place.files("three"), &whole, "three threads");
    for part in 1..=3 {
        place.good(&format!("run e.toml --shard {part}/3 --out s{part}"));
    }
    place.good("merge s1 s2 s3 --out merged");
    assert_same(&place.files("merged"), &whole, "three shards");
    // Killed and gone on with.
    let journal = place.path("killed/games.csv");
    for bytes in [1000, 40_000] {
        let mut run = place.start("run e.toml --out killed --threads 2");
        let size = || fs::metadata(&journal).map_or(0, |found| found.len());
        until("the journal grows", || size() >= bytes || !run.is_alive());
        run.signal("KILL");
        assert_eq!(run.end().status, 128 + 9);
    }
    place.good("run e.toml --out killed --threads 2");
    assert_same(&place.files("killed"), &whole, "after two kills");
    // From the journal alone, without solving.
    place.copy("out", "again");
    for name in ["exact.csv", "exact-bots.csv", "report.html"] {
        place.remove(&format!("again/{name}"));
    }
    place.good("report again");
    assert_same(&place.files("again"), &whole, "from the journal");
    place.good("verify again");
    // Without its journal all is played and solved again.
    place.remove("again/games.csv");
    place.good("verify again");
}

#[test]
fn the_games_are_those_of_an_experiment_without_it() {
    let place = Place::with(SMALL);
    place.good("run e.toml --out out");
    place.write("plain.toml", SMALL.replace("exact = 8\n", ""));
    place.good("run plain.toml --out plain");
    let (exact, plain) = (place.text("out/games.csv"), place.text("plain/games.csv"));
    let games = |line: &str| line.rsplitn(3, ',').last().map(str::to_owned);
    let exact: Vec<Option<String>> = exact.lines().map(games).collect();
    assert_eq!(exact, plain.lines().map(|line| Some(line.to_owned())).collect::<Vec<_>>());
    assert!(!place.has("plain/exact.csv"));
    assert!(!place.good("run plain.toml --out other").contains("perfect play"));
    // So the two folders can be compared, and not be gone on with as one.
    let compared = place.good("compare out plain");
    assert!(compared.contains("the same games"), "{compared}");
    let refused = place.pasang("run plain.toml --out out");
    assert!(refused.stderr.contains("`exact` is 8 there and missing here"), "{refused}");
}

/// A row whose worths are altered is seen: at once where no game has such worths, else by whoever
/// solves again.
#[test]
fn what_is_altered_is_found() {
    let place =
        Place::with(&SMALL.replace("\"bell\"", "\"geoludie\"").replace("games = 16", "games = 6"));
    place.good("run e.toml --out out");
    let journal = place.text("out/games.csv");
    let line = journal.lines().position(|line| {
        let worths = line.rsplit(',').nth(1).unwrap_or_default();
        worths.split('/').count() > 3
    });
    let line = line.unwrap();
    let row = journal.lines().nth(line).unwrap();
    let (head, worths) = row.strip_suffix(",0").unwrap().rsplit_once(',').unwrap();
    let (first, rest) = worths.split_once('/').unwrap();
    let altered = |worths: &str, unsolved: &str| {
        let lines = journal.lines().enumerate().map(|(place, line_is)| match place == line {
            true => format!("{head},{worths},{unsolved}\n"),
            false => format!("{line_is}\n"),
        });
        lines.collect::<String>()
    };
    let moved = |word: &str| {
        let (sign, margin) = word.split_at(1);
        format!("{sign}{}", margin.parse::<i32>().unwrap() + 100)
    };
    for (worths, unsolved, told) in [
        (format!("x1/{rest}"), "0", "no list of what positions are worth"),
        (format!("{worths}/{first}"), "0", ""),
        (rest.to_owned(), "0", "column `exact_unsolved` is `0`, expected `1`"),
        (worths.to_owned(), "1", "column `exact_unsolved` is `1`, expected `0`"),
        (format!("{}/{rest}", moved(first)), "0", ""),
    ] {
        place.write("out/games.csv", altered(&worths, unsolved));
        let found = place.pasang("verify out");
        assert_eq!(found.status, 3, "{worths}: {found}");
        assert!(found.stdout.contains(told) || found.stderr.contains(told), "{told}: {found}");
    }
    // Fewer positions solved than could be: nothing but to solve again tells.
    place.write("out/games.csv", altered(rest, "1"));
    let found = place.pasang("verify out");
    assert_eq!(found.status, 3, "{found}");
    assert!(found.stdout.contains("played again, column `exact`"), "{found}");
    place.write("out/games.csv", &journal);
    place.good("verify out");
}

#[test]
fn a_budget_that_does_not_suffice_is_told() {
    let place = Place::with(
        "seed = 3\ngames = 12\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-jump\"]\n\
         bots = [\"search:depth=2\"]\nopening-plies = 4\nexact = 28\nexact-nodes = 2000\n",
    );
    let said = place.good("run e.toml --out out");
    assert!(said.contains("the budget did not suffice"), "{said}");
    let exact = place.text("out/exact.csv");
    let row = table(&exact)[0].clone();
    let number = |column: &str| row[column].parse::<u64>().unwrap();
    assert!(number("positions") > 50 && number("positions_unsolved") > 50, "{row:?}");
    assert!(number("unsolved_games") > 6, "{row:?}");
    let journal = place.text("out/games.csv");
    let unsolved = table(&journal)
        .iter()
        .map(|row| row["exact_unsolved"].parse::<u64>().unwrap())
        .sum::<u64>();
    assert_eq!(unsolved, number("positions_unsolved"));
    place.good("verify out");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let small =
        "games = 1\nsetups = [\"catalogue-01\"]\nrules = [\"brunei-slide\"]\nbots = [\"random\"]\n";
    for (text, told) in [
        (format!("{small}exact = 9\nrounds = 2\n"), "`exact` beside `rounds`"),
        (
            format!(
                "{}exact = 9\n[rule.three]\nbase = \"bell\"\nplayers = 3\n",
                small.replace("brunei-slide", "three")
            ),
            "`exact` beside `three`, which seats 3",
        ),
        (format!("{small}exact-nodes = 5000\n"), "`exact-nodes` without `exact`"),
        (format!("{small}exact = 0\n"), "from 1 to 120"),
        (format!("{small}exact = 9\nexact-nodes = 10\n"), "from 1000 to"),
    ] {
        let place = Place::with(&text);
        let refused = place.pasang("run e.toml --out out");
        assert_eq!(refused.status, 2, "{refused}");
        assert!(refused.stderr.contains(told), "{told}: {refused}");
        assert!(!place.has("out"));
    }
}
