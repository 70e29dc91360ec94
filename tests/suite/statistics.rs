//! Statistics compared with figures from other programs, and with plain sums over fully recorded
//! games.

use std::collections::{BTreeMap, HashMap};

use crate::random_rules::{Board, RandomRules, in_store, setup};
use crate::support::figures::{self, near, number, rows};
use pasang::answer::interval::{ALPHA, Interval, Z, student, wilson};
use pasang::answer::{CellStats, ExperimentStats, Labels, quantile};
use pasang::run::{DistinctCounter, DistinctGames, GameFacts, Histogram, Opening, ScoreSum, Tally};
use pasang::show::{PLAIN, full, tables, text};
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::games::{
    EndReason, GameRules, IndexedMove, Move, Position, Scores, Seat, bell, brunei,
};
use pasang_core::players::bots::BotSpec;
use pasang_core::players::runner::{GameResult, GameRunner};

// Figures from other programs.

pub fn histogram(numbers: &[i64]) -> Histogram {
    let mut histogram = Histogram::default();
    numbers.iter().for_each(|&number| histogram.add(number));
    histogram
}

#[test]
fn means_intervals_and_percentiles_agree_with_scipy_and_numpy() {
    let rows = rows(include_str!("../data/statistics/samples.tsv"));
    assert!(rows.len() > 10);
    for row in rows {
        let sample: Vec<i64> = row[0].split(',').map(|number| number.parse().unwrap()).collect();
        let sums = histogram(&sample);
        let what = format!("{} numbers, first {}", sample.len(), sample[0]);
        near(sums.mean().unwrap(), number(row[1]), 1e-13, &what);
        near(sums.deviation().unwrap(), number(row[2]), 1e-13, &what);
        let interval = student(&sums, ALPHA).unwrap();
        near(interval.low, number(row[3]), 1e-7, &what);
        near(interval.high, number(row[4]), 1e-7, &what);
        for (percent, figure) in [5, 25, 50, 75, 95].into_iter().zip(&row[5..]) {
            let found = sums.percentile(percent).unwrap();
            near(found, number(figure), 1e-13, &format!("{what}, {percent} %"));
        }
        assert_eq!(sums.percentile(0), sample.iter().min().map(|&least| least as f64));
        assert_eq!(sums.percentile(100), sample.iter().max().map(|&most| most as f64));
    }
    assert_eq!(student(&histogram(&[]), ALPHA), None);
    assert_eq!(student(&histogram(&[7]), ALPHA), None);
    assert_eq!(student(&histogram(&[7, 7, 7]), ALPHA), None);
}

/// Coverage of the interval: the total probability of the outcomes whose interval contains the true
/// mean. The table's figures are SciPy's; the interval promises about 95 %, which draws only raise.
#[test]
fn wilsons_interval_holds_the_mean_as_often_as_it_says() {
    let mut plain = Vec::new();
    for row in rows(include_str!("../data/statistics/coverage.tsv")) {
        let games: u64 = row[0].parse().unwrap();
        let (win, draw) = (number(row[1]), number(row[2]));
        let coverage = coverage(games, win, draw);
        let what = row.join(" ");
        near(coverage, number(row[3]), 1e-9, &what);
        if draw > 0.0 {
            assert!(coverage > 0.95, "{what}");
        } else {
            assert!((0.92..0.98).contains(&coverage), "{what}");
            plain.push(coverage);
        }
    }
    near(plain.iter().sum::<f64>() / plain.len() as f64, 0.953, 0.005, "without draws, on average");
}

fn coverage(games: u64, win: f64, draw: f64) -> f64 {
    let logs: Vec<f64> = (0..=games)
        .scan(0.0, |sum, n| {
            *sum += if n == 0 { 0.0 } else { (n as f64).ln() };
            Some(*sum)
        })
        .collect();
    let factorial = |n: u64| logs[n as usize];
    let power = |base: f64, n: u64| if n == 0 { 0.0 } else { n as f64 * base.ln() };
    let mean = win + draw / 2.0;
    let mut all = 0.0;
    for draws in 0..=if draw > 0.0 { games } else { 0 } {
        for wins in 0..=games - draws {
            let losses = games - draws - wins;
            let interval =
                wilson(ScoreSum { twelfths: 12 * wins + 6 * draws, games }, Z).expect("games");
            if (interval.low..=interval.high).contains(&mean) {
                let ways =
                    factorial(games) - factorial(wins) - factorial(draws) - factorial(losses);
                let chance = power(win, wins) + power(draw, draws);
                all += (ways + chance + power(1.0 - win - draw, losses)).exp();
            }
        }
    }
    all
}

// Plain sums over fully recorded games.

/// Game with all its positions.
struct Kept {
    plies: Vec<(Position, IndexedMove<Move>)>,
    played: GameResult,
    facts: GameFacts,
}

/// The games of a cell.
struct Cell {
    name: &'static str,
    start: Position,
    kept: Vec<Kept>,
}

impl Cell {
    fn play(
        name: &'static str,
        rules: impl RandomRules,
        board: &Board,
        bots: &str,
        games: u64,
    ) -> Cell {
        Cell::play_these(name, rules, board, bots, 0..games)
    }

    fn play_these<G: RandomRules>(
        name: &'static str,
        rules: G,
        board: &Board,
        bots: &str,
        indices: impl IntoIterator<Item = u64>,
    ) -> Cell {
        let start = rules.position(rules.start(board.stones()));
        let bots: Vec<BotSpec> = bots.split('/').map(|bot| bot.parse().expect("a bot")).collect();
        let seats = usize::from(start.seats());
        let mut runner = GameRunner::new(&start);
        runner.specs(&bots.into_iter().cycle().take(seats).collect::<Vec<_>>());
        let key = SeedKey::new(1927, &[b"statistics", name.as_bytes()]);
        // Reused for all games, as a run does: state must not leak between games.
        let mut facts = GameFacts::default();
        let mut kept = |index| {
            facts.clear();
            let mut plies = Vec::new();
            let played = runner.key(&key, index).run(&mut |position, chosen| {
                plies.push((*position, *chosen));
                facts.see(position, chosen);
            });
            let played = played.expect("not cancelled");
            facts.finish(&played);
            Kept { plies, played, facts: facts.clone() }
        };
        Cell { name, start, kept: indices.into_iter().map(&mut kept).collect() }
    }

    fn phases(&self) -> &'static [&'static str] {
        self.start.rules().phases()
    }

    fn tally(&self) -> Tally {
        let mut tally = Tally::new(self.start.seats(), self.phases().len());
        self.kept.iter().for_each(|kept| tally.add(&kept.facts, None));
        tally
    }

    fn labels(&self) -> Labels<'_> {
        Labels {
            setup: "a board",
            rules: self.name,
            bots: "bots, mixed",
            each: &[],
            phases: self.phases(),
        }
    }

    fn counted<'t>(&'t self, tally: &'t Tally) -> CellStats<'t> {
        of_labels(self.labels(), tally)
    }

    fn plain(&self) -> Vec<Plain> {
        self.kept.iter().map(|kept| Plain::of(self.start, kept)).collect()
    }
}

/// Statistics of a game, computed from its positions in the plainest way.
struct Plain {
    seats: usize,
    indices: Vec<u32>,
    ending: EndReason,
    scores: Scores,
    /// Seats that won, counted from 0.
    winners: Vec<usize>,
    /// Phase and number of moves at each ply.
    moves: Vec<(usize, u32)>,
    /// Phase, seat and gain of each ply.
    gains: Vec<(usize, usize, u64)>,
}

impl Plain {
    fn of(start: Position, kept: &Kept) -> Plain {
        let seats = usize::from(start.seats());
        let mut position = start;
        let mut plain = Plain {
            seats,
            indices: Vec::new(),
            ending: kept.played.outcome.ending,
            scores: kept.played.last.scores().padded(),
            winners: kept.played.outcome.winners.seats().map(Seat::index).collect(),
            moves: Vec::new(),
            gains: Vec::new(),
        };
        for &(seen, chosen) in &kept.plies {
            assert_eq!(seen, position);
            let legal = position.legal_moves();
            assert_eq!(legal[chosen.index as usize], chosen.mv);
            let phase = position.phase_index();
            plain.indices.push(chosen.index);
            plain.moves.push((phase, legal.len() as u32));
            let gain = position.captured_points(chosen.mv);
            plain.gains.push((phase, position.turn().index(), gain.into()));
            position = position.after(chosen.mv).unwrap();
        }
        assert_eq!(position, kept.played.last);
        plain
    }

    fn winner(&self) -> Option<usize> {
        (self.winners.len() == 1).then(|| self.winners[0])
    }

    /// Returns the seat's score in twelfths of a game.
    fn score(&self, seat: usize) -> u64 {
        if self.winners.contains(&seat) { 12 / self.winners.len() as u64 } else { 0 }
    }

    fn margin(&self) -> i64 {
        i64::from(self.scores[0]) - i64::from(self.scores[1])
    }

    fn gained(&self, phase: usize, seat: usize) -> u64 {
        let gains = self.gains.iter().filter(|gain| (gain.0, gain.1) == (phase, seat));
        gains.map(|gain| gain.2).sum()
    }
}

/// Returns the tally of the games, by plain sums.
fn plain_tally(games: &[Plain], seats: usize, phases: usize) -> Tally {
    let sum = |figure: &dyn Fn(&Plain) -> u64| games.iter().map(figure).sum::<u64>();
    let endings = |ending| {
        let mut by_winner = [0; 5];
        for game in games.iter().filter(|game| game.ending == ending) {
            by_winner[game.winner().unwrap_or(4)] += 1;
        }
        by_winner
    };
    let mut openings: BTreeMap<[Option<u32>; 2], Vec<&Plain>> = BTreeMap::new();
    for game in games {
        let pair = [game.indices.first().copied(), game.indices.get(1).copied()];
        openings.entry(pair).or_default().push(game);
    }
    let two = seats == 2;
    let opening = |games: Vec<&Plain>| {
        let alike = games.iter().all(|game| game.indices == games[0].indices);
        Opening {
            games: games.len() as u64,
            wins_1: games.iter().filter(|game| game.winner() == Some(0)).count() as u64,
            draws: games.iter().filter(|game| game.winners.len() > 1).count() as u64,
            first_score: games.iter().map(|game| game.score(0)).sum(),
            margin: games.iter().filter(|_| two).map(|game| game.margin()).sum(),
            alike: alike.then(|| games[0].indices.clone()),
            players: BTreeMap::new(),
        }
    };
    let counts = |numbers: &mut dyn Iterator<Item = i64>| histogram(&numbers.collect::<Vec<i64>>());
    let moves = |phase| {
        let moves = games.iter().flat_map(|game| &game.moves);
        counts(&mut moves.filter(|of| of.0 == phase).map(|of| of.1.into()))
    };
    Tally {
        seats: seats as u8,
        endings: [EndReason::Cleared, EndReason::Stuck, EndReason::NoHops].map(endings),
        scores: [0, 1, 2, 3].map(|seat| sum(&|game| game.score(seat))),
        margin: counts(&mut games.iter().filter(|_| two).map(Plain::margin)),
        plies: counts(&mut games.iter().map(|game| game.indices.len() as i64)),
        points: (0..phases)
            .map(|phase| [0, 1, 2, 3].map(|seat| sum(&|game| game.gained(phase, seat))))
            .collect(),
        moves: (0..phases).map(moves).collect(),
        openings: openings.into_iter().map(|(pair, games)| (pair, opening(games))).collect(),
    }
}

/// Returns a field of a table's row.
fn field<'a>(header: &csv::StringRecord, row: &'a csv::StringRecord, column: &str) -> &'a str {
    let place = header.iter().position(|name| name == column);
    &row[place.unwrap_or_else(|| panic!("no column `{column}`"))]
}

fn read(table: &[u8]) -> (csv::StringRecord, Vec<csv::StringRecord>) {
    assert!(table.ends_with(b"\n") && !table.contains(&b'\r'));
    let mut reader = csv::Reader::from_reader(table);
    let header = reader.headers().expect("a header").clone();
    (header, reader.records().map(|row| row.expect("a row")).collect())
}

/// Expected figures of a row, with their number of decimals; `None` must be empty.
struct Expected(Vec<(String, Option<(f64, usize)>)>);

impl Expected {
    fn count(&mut self, column: impl Into<String>, count: Option<u64>) {
        self.0.push((column.into(), count.map(|count| (count as f64, 0))));
    }

    fn share(&mut self, column: impl Into<String>, share: Option<f64>) {
        self.0.push((column.into(), share.map(|share| (share, 6))));
    }

    fn mean(&mut self, column: impl Into<String>, mean: Option<f64>) {
        self.0.push((column.into(), mean.map(|mean| (mean, 4))));
    }

    fn ends(&mut self, name: &str, interval: Option<Interval>) {
        self.share(format!("{name}_low"), interval.map(|interval| interval.low));
        self.share(format!("{name}_high"), interval.map(|interval| interval.high));
    }

    /// Compares a row with the figures, and records the columns that had any.
    fn check(&self, header: &csv::StringRecord, row: &csv::StringRecord) {
        for (column, expected) in &self.0 {
            let found = field(header, row, column);
            let Some((expected, digits)) = *expected else {
                assert_eq!(found, "", "{column}: {row:?}");
                continue;
            };
            let decimals = found.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            assert_eq!(decimals, digits, "{column}: {found}");
            let half = 0.500_001 * 0.1f64.powi(digits as i32);
            let distance = (number(found) - expected).abs();
            assert!(distance <= half, "{column}: {found}, expected {expected}");
        }
    }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| figures::mean(numbers))
}

fn deviation(numbers: &[f64]) -> Option<f64> {
    (numbers.len() > 1).then(|| figures::variance(numbers).sqrt())
}

fn percentile(numbers: &[f64], percent: f64) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len().checked_sub(1)?) as f64 * percent / 100.0;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    Some(low + (high - low) * place.fract())
}

/// Returns the expected row of `cells.csv`.
fn expected_row(games: &[Plain], seats: usize) -> Expected {
    let mut row = Expected(Vec::new());
    let all = games.len();
    let count = |which: &dyn Fn(&Plain) -> bool| games.iter().filter(|game| which(game)).count();
    let number = |which: &dyn Fn(&Plain) -> bool| Some(count(which) as u64);
    let numbers = |figure: &dyn Fn(&Plain) -> f64| games.iter().map(figure).collect::<Vec<f64>>();
    row.count("games", Some(all as u64));
    row.count("draws", number(&|game| game.winners.len() > 1));
    row.share(
        "stuck_share",
        Some(count(&|game| game.ending == EndReason::Stuck) as f64 / all as f64),
    );
    for seat in 0..seats {
        row.count(format!("wins_{}", seat + 1), number(&|game| game.winner() == Some(seat)));
    }
    let twelfths: u64 = games.iter().map(|game| game.score(0)).sum();
    row.share("first_score", Some(twelfths as f64 / 12.0 / all as f64));
    let interval = wilson(ScoreSum { twelfths, games: all as u64 }, Z);
    row.ends("first_score", interval);
    let margins = if seats == 2 { numbers(&|game| game.margin() as f64) } else { Vec::new() };
    row.mean("margin_mean", mean(&margins));
    row.mean("margin_sd", deviation(&margins));
    let half = deviation(&margins)
        .map(|sd| quantile::student(all as u64 - 1, 0.025).unwrap() * sd / (all as f64).sqrt());
    row.mean("margin_low", half.and_then(|half| Some(mean(&margins)? - half)));
    row.mean("margin_high", half.and_then(|half| Some(mean(&margins)? + half)));
    row.mean("margin_median", percentile(&margins, 50.0));
    let plies = numbers(&|game| game.indices.len() as f64);
    row.mean("plies_mean", mean(&plies));
    row.mean("plies_sd", deviation(&plies));
    row.0.push(("plies_max".into(), plies.iter().copied().reduce(f64::max).map(|it| (it, 0))));
    row.mean("plies_median", percentile(&plies, 50.0));
    let distinct = plain_distinct(games);
    row.count("distinct_games", Some(distinct.games));
    row.count("largest_multiplicity", Some(distinct.largest));
    row
}

/// Returns the expected row of `seats.csv`.
fn expected_seat(games: &[Plain], seat: usize, is_bells: bool) -> Expected {
    let mut row = Expected(Vec::new());
    let all = games.len() as u64;
    let number = |which: &dyn Fn(&Plain) -> bool| {
        Some(games.iter().filter(|game| which(game)).count() as u64)
    };
    row.count("seat", Some(seat as u64 + 1));
    row.count("wins", number(&|game| game.winner() == Some(seat)));
    let twelfths: u64 = games.iter().map(|game| game.score(seat)).sum();
    row.share("score", Some(twelfths as f64 / 12.0 / all as f64));
    let interval = wilson(ScoreSum { twelfths, games: all }, Z);
    row.ends("score", interval);
    let points: Vec<f64> = games.iter().map(|game| game.scores[seat].into()).collect();
    row.mean("points_mean", mean(&points));
    let ends = [
        (EndReason::Cleared, "cleared"),
        (EndReason::Stuck, "stuck"),
        (EndReason::NoHops, "no_hops"),
    ];
    for (ending, name) in ends {
        let won = number(&|game| game.ending == ending && game.winner() == Some(seat));
        row.count(format!("won_{name}"), won.filter(|_| is_bells == (ending == EndReason::NoHops)));
    }
    row
}

/// Returns the statistics of cells without any relation between them.
pub fn stats<'a>(cells: &[CellStats<'a>]) -> ExperimentStats<'a> {
    ExperimentStats { cells: cells.to_vec(), ..ExperimentStats::default() }
}

fn cells_csv(cells: &[CellStats<'_>]) -> Vec<u8> {
    tables::cells(&stats(cells)).csv()
}

fn openings_csv(cells: &[CellStats<'_>], texts: impl Fn(usize, &[u32]) -> Vec<String>) -> Vec<u8> {
    tables::openings(&ExperimentStats { texts: Some(Box::new(texts)), ..stats(cells) }).csv()
}

fn branching_csv(cells: &[CellStats<'_>]) -> Vec<u8> {
    tables::branching(&stats(cells)).csv()
}

/// Counts the games by moves, from the games themselves.
fn plain_distinct(games: &[Plain]) -> DistinctGames {
    let mut times: HashMap<&[u32], u64> = HashMap::new();
    games.iter().for_each(|game| *times.entry(&game.indices).or_default() += 1);
    DistinctGames { games: times.len() as u64, largest: times.values().copied().max().unwrap_or(0) }
}

/// Compares all statistics of a cell with plain sums over its games.
fn check_cell(cell: &Cell, seen: &mut BTreeMap<&'static str, usize>) {
    println!("{}", cell.name);
    let (seats, games) = (usize::from(cell.start.seats()), cell.plain());
    let tally = cell.tally();
    let expected = plain_tally(&games, seats, cell.phases().len());
    assert_eq!(tally, expected, "{}", cell.name);

    let counted = CellStats { distinct: Some(plain_distinct(&games)), ..cell.counted(&tally) };
    let table = cells_csv(&[counted]);
    let (header, rows) = read(&table);
    assert_eq!(rows.len(), 1);
    let expected = expected_row(&games, seats);
    expected.check(&header, &rows[0]);
    assert_eq!(field(&header, &rows[0], "interval_method"), "wilson-95");
    let method = if seats == 2 { "t-95" } else { "" };
    assert_eq!(field(&header, &rows[0], "margin_method"), method);
    // Only names, methods and text are unchecked, and columns that have tests of their own.
    let words = [
        "cell",
        "setup",
        "rules",
        "bots",
        "interval_method",
        "margin_method",
        "size",
        "direction",
        // They have tests of their own, in `statement`.
        "within_5",
        "within_10",
        "above_even",
    ];
    for column in header.iter().filter(|column| !words.contains(column)) {
        assert!(expected.0.iter().any(|(checked, _)| checked == column), "{column} is unchecked");
    }
    let (header, rows) = read(&tables::seats(&stats(&[counted])).csv());
    assert_eq!(rows.len(), seats);
    for (seat, row) in rows.iter().enumerate() {
        let expected = expected_seat(&games, seat, cell.phases().len() == 2);
        expected.check(&header, row);
        let words = ["cell", "setup", "rules", "bots", "bot", "side"];
        for column in header.iter().filter(|column| !words.contains(column)) {
            assert!(expected.0.iter().any(|it| it.0 == column), "{column} is unchecked");
        }
    }
    check_openings(cell, &games, counted);
    check_branching(&games, counted, cell.phases());

    let mut note = |what, count: usize| *seen.entry(what).or_default() += count;
    note("draws", games.iter().filter(|game| game.winners.len() == 2).count());
    note("draws of three", games.iter().filter(|game| game.winners.len() == 3).count());
    note("stuck", games.iter().filter(|game| game.ending == EndReason::Stuck).count());
    note("cleared", games.iter().filter(|game| game.ending == EndReason::Cleared).count());
}

fn check_openings(cell: &Cell, games: &[Plain], counted: CellStats<'_>) {
    let texts = |_: usize, indices: &[u32]| {
        let mut position = cell.start;
        let text = |&index: &u32| {
            let mv = position.legal_moves()[index as usize];
            position.play_unchecked(mv);
            mv.to_string()
        };
        indices.iter().map(text).collect()
    };
    let (header, rows) = read(&openings_csv(&[counted], texts));
    let names = "cell,setup,rules,bots,first,second,games,wins_1,draws,\
                 first_score,first_score_low,first_score_high,margin_mean,joint_low,joint_high";
    assert_eq!(header.iter().collect::<Vec<_>>().join(","), names);
    let mut pairs: BTreeMap<Vec<u32>, (Vec<String>, Vec<&Plain>)> = BTreeMap::new();
    for (kept, game) in cell.kept.iter().zip(games) {
        let text = |(_, chosen): &(Position, IndexedMove<Move>)| chosen.mv.to_string();
        let texts = kept.plies.iter().take(2).map(text).collect();
        let indices: Vec<u32> = game.indices.iter().take(2).copied().collect();
        pairs.entry(indices).or_insert((texts, Vec::new())).1.push(game);
    }
    assert_eq!(rows.len(), pairs.len());
    for (row, (texts, games)) in rows.iter().zip(pairs.values()) {
        let text = |place: usize| texts.get(place).map_or("", String::as_str);
        assert_eq!(field(&header, row, "first"), text(0));
        assert_eq!(field(&header, row, "second"), text(1));
        let mut expected = Expected(Vec::new());
        let all = games.len() as u64;
        let count = |which: &dyn Fn(&Plain) -> bool| {
            Some(games.iter().filter(|game| which(game)).count() as u64)
        };
        let twelfths: u64 = games.iter().map(|game| game.score(0)).sum();
        let one = all > 1 && games.iter().all(|game| game.indices == games[0].indices);
        let interval = wilson(ScoreSum { twelfths, games: all }, Z).filter(|_| !one);
        expected.count("games", Some(all));
        expected.count("wins_1", count(&|game| game.winner() == Some(0)));
        expected.count("draws", count(&|game| game.winners.len() > 1));
        expected.share("first_score", Some(twelfths as f64 / 12.0 / all as f64));
        expected.ends("first_score", interval);
        let margins: Vec<f64> = games.iter().map(|game| game.margin() as f64).collect();
        expected.mean("margin_mean", mean(&margins).filter(|_| games[0].seats == 2));
        let z = quantile::normal(0.025 / pairs.len() as f64);
        let joint = wilson(ScoreSum { twelfths, games: all }, z).filter(|_| !one);
        expected.ends("joint", joint);
        expected.check(&header, row);
    }
}

fn check_branching(games: &[Plain], counted: CellStats<'_>, phases: &[&str]) {
    let (header, rows) = read(&branching_csv(&[counted]));
    let names = "cell,setup,rules,bots,phase,moves,positions,share";
    assert_eq!(header.iter().collect::<Vec<_>>().join(","), names);
    let mut counts: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    for &of in games.iter().flat_map(|game| &game.moves) {
        *counts.entry(of).or_default() += 1;
    }
    assert_eq!(rows.len(), counts.len());
    for (row, (&(phase, moves), &positions)) in rows.iter().zip(&counts) {
        assert_eq!(field(&header, row, "phase"), phases[phase]);
        assert_eq!(field(&header, row, "moves"), moves.to_string());
        assert_eq!(field(&header, row, "positions"), positions.to_string());
        let all: u64 = counts.iter().filter(|((of, _), _)| *of == phase).map(|(_, &n)| n).sum();
        let mut expected = Expected(Vec::new());
        expected.share("share", Some(positions as f64 / all as f64));
        expected.check(&header, row);
    }
}

fn brunei_cells(games: u64) -> Vec<Cell> {
    let named = brunei::Rules::named;
    let with = |preset: &str, toggle: &str, value: &str| {
        let mut rules = named(preset);
        rules.set(toggle, value);
        rules
    };
    let (first, other) = (setup("catalogue-01"), setup("catalogue-17"));
    vec![
        Cell::play("slide", named("brunei-slide"), &first, "random", games),
        Cell::play("score", with("pasang-emas", "stuck", "score-decides"), &other, "random", games),
        Cell::play("mixed", named("traditional"), &other, "greedy/random", games / 2),
        Cell::play("scored", with("brunei-jump", "ka-stone", "scored"), &first, "greedy", games),
        Cell::play("worthless", with("brunei-slide", "values", "0/1"), &first, "random", games),
    ]
}

fn bell_cells(games: u64) -> Vec<Cell> {
    let with = |preset: &str, toggles: &[(&str, &str)]| {
        let mut rules = bell::Rules::named(preset);
        toggles.iter().for_each(|(toggle, value)| rules.set(toggle, value));
        rules
    };
    let chequer = setup("bell-chequer");
    // A game of one ply, and one of none.
    let lonely = Board::of("lonely", |column, row| if column + row == 2 { 'b' } else { '_' });
    let bare = Board::of("bare", |_, _| '_');
    // Few points, so that several share the highest score.
    let cheap = &[("players", "4"), ("values", "0/1"), ("max-chain", "1")];
    let few = Board::of("few", |column, row| match (column, row) {
        _ if in_store(column, row) => '_',
        (4 | 8, 6) | (6, 4) => 'w',
        _ => 'b',
    });
    vec![
        Cell::play("two", with("bell", &[]), &chequer, "random", games),
        Cell::play("three", with("bell", &[("players", "3")]), &chequer, "random", games),
        Cell::play("four", with("bell-ludii", &[("players", "4")]), &chequer, "random", games / 2),
        Cell::play("cheap", with("bell", cheap), &few, "random", games),
        Cell::play("lonely", with("bell", &[("players", "3")]), &lonely, "random", 1),
        Cell::play("bare", with("bell", &[("players", "4")]), &bare, "random", 1),
    ]
}

#[test]
fn tallies_and_tables_agree_with_plain_sums() {
    let mut seen = BTreeMap::new();
    brunei_cells(300).iter().for_each(|cell| check_cell(cell, &mut seen));
    bell_cells(300).iter().for_each(|cell| check_cell(cell, &mut seen));
    println!("{seen:#?}");
    for (what, count) in seen {
        assert!(count > 0, "never seen: {what}");
    }
}

/// Tallies add up to the same sum for any partition of the games, in any order.
#[test]
fn parts_add_up_to_the_whole_in_any_order() {
    fn check(cell: &Cell) {
        let whole = cell.tally();
        let empty = || Tally::new(cell.start.seats(), cell.phases().len());
        let mut rng = GameRng::new(7, "splits");
        for parts in [1, 2, 3, 7, 50] {
            let mut tallies = vec![empty(); parts];
            let mut order: Vec<usize> = (0..cell.kept.len()).collect();
            rng.shuffle(&mut order);
            for game in order {
                let part = rng.below(parts as u32) as usize;
                tallies[part].add(&cell.kept[game].facts, None);
            }
            let sum = tallies.iter().fold(empty(), |mut sum, part| {
                sum.merge(part);
                sum
            });
            assert_eq!(sum, whole, "{} in {parts}", cell.name);
        }
    }
    brunei_cells(40).iter().for_each(check);
    bell_cells(40).iter().for_each(check);
}

/// More than 10^9 games: a tally added to itself until its counts are that large.
#[test]
fn large_sums_are_exact() {
    let cells = brunei_cells(40);
    let one = cells[1].tally();
    let mut large = one.clone();
    let doublings = 30;
    for _ in 0..doublings {
        large.merge(&large.clone());
    }
    assert_eq!(large.games(), 40 << doublings);
    assert_eq!(large.plies.sum(), one.plies.sum() << doublings);
    assert_eq!(large.margin.squares(), one.margin.squares() << doublings);
    assert_eq!(large.score(Seat::FIRST), one.score(Seat::FIRST) << doublings);
    assert_eq!(
        large.plies.percentile(50).map(f64::floor),
        one.plies.percentile(50).map(f64::floor)
    );
    let table = cells_csv(&[cells[1].counted(&large)]);
    let (header, rows) = read(&table);
    let low = number(field(&header, &rows[0], "first_score_low"));
    let high = number(field(&header, &rows[0], "first_score_high"));
    assert!(high - low < 2e-5, "{low} to {high}");
}

// Tables of unusual cells.

#[test]
fn a_cell_without_games_has_names_only() {
    let tally = Tally::new(4, 2);
    let labels =
        Labels { setup: "x", rules: "y", bots: "z", each: &[], phases: bell::Rules::PHASES };
    let distinct = Some(DistinctGames::default());
    let cell = CellStats { number: 0, labels, tally: &tally, distinct, balance: None };
    let (_, rows) = read(&cells_csv(&[cell, CellStats { number: 1, ..cell }]));
    for (number, row) in rows.iter().enumerate() {
        let fields: Vec<&str> = row.iter().filter(|field| !field.is_empty()).collect();
        assert_eq!(fields, [&number.to_string(), "x", "y", "z", "0"]);
    }
    assert!(read(&openings_csv(&[cell], |_, _| Vec::new())).1.is_empty());
    assert!(read(&branching_csv(&[cell])).1.is_empty());
}

/// A repeated game adds no information: there is no interval.
#[test]
fn one_game_played_again_has_no_interval() {
    let slide = brunei::Rules::named("brunei-slide");
    let cell = Cell::play_these("again", slide, &setup("catalogue-01"), "random", [5, 5, 5]);
    let tally = cell.tally();
    let distinct = Some(plain_distinct(&cell.plain()));
    let counted = CellStats { distinct, ..cell.counted(&tally) };
    let (header, rows) = read(&cells_csv(&[counted]));
    let this = |column| field(&header, &rows[0], column);
    for column in ["first_score_low", "first_score_high", "margin_low", "margin_high"] {
        assert_eq!(this(column), "");
    }
    assert_eq!(this("interval_method"), "none: one distinct game");
    assert_eq!(this("margin_method"), "none: one distinct game");
    assert_eq!((this("distinct_games"), this("largest_multiplicity")), ("1", "3"));
    assert_ne!(this("first_score"), "");
    let (header, rows) = read(&openings_csv(&[counted], |_, _| vec!["a".into(), "b".into()]));
    assert_eq!(field(&header, &rows[0], "first_score_low"), "");

    // Once is an ordinary sample of one.
    let once = Cell::play_these("again", slide, &setup("catalogue-01"), "random", [5]);
    let tally = once.tally();
    let counted = once.counted(&tally);
    let (header, rows) = read(&cells_csv(&[counted]));
    assert_eq!(field(&header, &rows[0], "interval_method"), "wilson-95");
    assert_eq!(field(&header, &rows[0], "margin_method"), "none: one game");
    let margin = CellStats { distinct: Some(DistinctGames { games: 1, largest: 1 }), ..counted };
    assert_eq!(margin.score(Seat::FIRST).unwrap().method, "wilson-95");
}

/// If all games of each opening are identical, as with deterministic bots, each opening's row has
/// no interval, and the cell has one.
#[test]
fn openings_know_when_they_are_one_game() {
    let slide = brunei::Rules::named("brunei-slide");
    let board = setup("catalogue-01");
    let cell = Cell::play_these("pairs", slide, &board, "random", [1, 2, 3, 1, 2, 3]);
    check_cell(&cell, &mut BTreeMap::new());
}

// Distinct games.

#[test]
fn distinct_games_are_counted_in_whatever_memory_there_is() {
    let mut rng = GameRng::new(3, "digests");
    for (cells, games, kinds) in
        [(1, 1, 1), (1, 500, 1), (3, 900, 40), (7, 1000, 5000), (50, 400, 2)]
    {
        // Digests of any size, some of them the same in several cells.
        let list: Vec<(usize, u64)> = (0..games)
            .map(|_| {
                let digest = u64::from(rng.below(kinds)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                (rng.below(cells) as usize, digest)
            })
            .collect();
        let mut times: HashMap<(usize, u64), u64> = HashMap::new();
        list.iter().for_each(|&game| *times.entry(game).or_default() += 1);
        let mut plain = vec![DistinctGames::default(); cells as usize + 1];
        for ((cell, _), times) in times {
            plain[cell].games += 1;
            plain[cell].largest = plain[cell].largest.max(times);
        }
        for most in [0, 2, 3, 10, 64, 999, 1_000_000] {
            let mut census = DistinctCounter::new(cells as usize + 1, most);
            let mut passes = 0;
            loop {
                passes += 1;
                assert!(passes <= list.len() + 1, "no pass gets anywhere");
                list.iter().for_each(|&(cell, digest)| census.see(cell, digest));
                if !census.end_pass() {
                    break;
                }
            }
            let found = census.counts;
            assert_eq!(found, plain, "{cells} cells, {kinds} kinds, {most} entries");
            let all: u64 = plain.iter().map(|distinct| distinct.games).sum();
            if most >= games as usize || all as usize <= most / 2 {
                assert_eq!(passes, 1);
            }
            assert!(passes <= all as usize / (most.max(2) / 2) + 1, "{passes} passes");
        }
    }
}

// The table for users.

/// Creates a tally of these wins and draws, the last of which are stuck.
fn tally(wins: [u64; 2], draws: u64, stuck: [u64; 2], plies: i64) -> Tally {
    let games = wins[0] + wins[1] + draws;
    let first_score = 12 * wins[0] + 6 * draws;
    let opening = Opening { games, wins_1: wins[0], draws, first_score, ..Opening::default() };
    Tally {
        endings: [
            [wins[0] - stuck[0], wins[1] - stuck[1], 0, 0, draws],
            [stuck[0], stuck[1], 0, 0, 0],
            [0; 5],
        ],
        scores: [first_score, 12 * wins[1] + 6 * draws, 0, 0],
        margin: histogram(&vec![0; games as usize]),
        plies: histogram(&vec![plies; games as usize]),
        openings: BTreeMap::from([([Some(0), Some(1)], opening)]),
        ..Tally::new(2, 3)
    }
}

fn counted<'a>(setup: &'a str, rules: &'a str, bots: &'a str, tally: &'a Tally) -> CellStats<'a> {
    let each: Vec<String> = bots.split('/').map(str::to_owned).collect();
    let each = Box::leak(each.into_boxed_slice());
    of_labels(Labels { setup, rules, bots, each, phases: brunei::Rules::PHASES }, tally)
}

fn of_labels<'a>(labels: Labels<'a>, tally: &'a Tally) -> CellStats<'a> {
    CellStats { number: 0, labels, tally, distinct: None, balance: None }
}

/// Numbers the cells of an experiment.
fn together<'a>(cells: &[CellStats<'a>]) -> Vec<CellStats<'a>> {
    (0..cells.len()).map(|number| CellStats { number, ..cells[number] }).collect()
}

#[test]
fn few_cells_are_summed_up_in_a_line_each() {
    let fair = tally([498, 502], 0, [300, 400], 41);
    let unfair = tally([590, 400], 10, [0, 0], 45);
    let empty = Tally::new(2, 3);
    let same = DistinctGames { games: 1, largest: 1000 };
    let few = DistinctGames { games: 110, largest: 10 };
    let many = DistinctGames { games: 501, largest: 10 };
    let cells = [
        CellStats {
            distinct: Some(many),
            ..counted("catalogue-01", "brunei-slide", "greedy", &fair)
        },
        counted("catalogue-01", "brunei-slide", "greedy/random", &unfair),
        CellStats { distinct: Some(few), ..counted("mine", "brunei-slide", "greedy", &fair) },
        CellStats {
            distinct: Some(same),
            ..counted("mine", "brunei-slide", "greedy/random", &unfair)
        },
        counted("none", "brunei-slide", "greedy", &empty),
    ];
    assert_eq!(
        text(&full(&stats(&together(&cells))), PLAIN),
        include_str!("../data/statistics/few-cells.txt")
    );
}

#[test]
fn many_cells_are_summed_up_in_a_line_a_setup() {
    let tallies = [
        tally([498, 502], 0, [300, 400], 41),
        tally([590, 400], 10, [0, 0], 45),
        tally([400, 590], 10, [0, 100], 45),
        tally([1000, 0], 0, [0, 0], 40),
    ];
    let names: Vec<String> = (1..=5).map(|number| format!("catalogue-{number:02}")).collect();
    let mut cells = Vec::new();
    for (row, setup) in names.iter().enumerate() {
        for (column, rules) in ["brunei-slide", "brunei-jump", "pasang-emas"].iter().enumerate() {
            cells.push(counted(setup, rules, "greedy", &tallies[(row + column) % 4]));
        }
    }
    cells[5].distinct = Some(DistinctGames { games: 1, largest: 1000 });
    assert_eq!(
        text(&full(&stats(&together(&cells))), PLAIN),
        include_str!("../data/statistics/many-cells.txt")
    );
}
