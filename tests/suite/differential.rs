//! Differential tests: the engine against the reference implementation of the rules in `reference/`.
//!
//! Both play the same random games. In every position they must agree on the board, the scores, the
//! player to move, the moves (as texts, without duplicates) and the outcome; and the engine's fast
//! paths (a count, a random move, a gain) must agree with the slow ones.
//!
//! Each test counts the cases that it covers, and fails if a case that it exists for did not occur.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::dual_play::Twice;
use crate::order::documented;
use crate::random_rules::{
    self, Board, RandomRules, Seen, Settings, any_board, between, filled, in_store, one, scored,
    setup, setups, small,
};
use crate::reference::{self, ReferenceGame};
use crate::support::amount;
use pasang::text::diagnostic::Source;
use pasang_core::base::random::GameRng;
use pasang_core::board::{Point, draw};
use pasang_core::games::{
    EndReason, GameRules, IndexedMove, Seat, Values, Winners, bell, brunei, parse_move,
};

/// Features of a game to count for coverage.
trait Noted: Twice {
    /// Counts the features of a position.
    fn note(&self, position: &Self::Position, moves: &[String], board: &str, seen: &mut Seen);
}

/// A game played by both implementations, and how to reproduce it.
struct Both<'a, G: Noted> {
    game: G,
    position: G::Position,
    reference: G::Plain,
    /// The preset, the toggles and the board, as typed on the command line.
    from: String,
    played: Vec<String>,
    moves: Vec<G::Move>,
    seen: &'a mut Seen,
}

impl<'a, G: Noted> Both<'a, G> {
    fn from_setup(
        preset: &str,
        settings: &Settings,
        board: &Board,
        seen: &'a mut Seen,
    ) -> Both<'a, G> {
        let game = G::named(preset).with(settings);
        assert_eq!(game.check_setup(board.stones()), Ok(()), "{preset}{settings}\n{board}");
        let (position, reference) =
            (game.start(board.stones()), G::reference(preset, settings, board));
        Both::of(game, position, reference, format!("{preset}{settings}\n{board}"), seen)
    }

    fn of(
        game: G,
        position: G::Position,
        reference: G::Plain,
        from: String,
        seen: &'a mut Seen,
    ) -> Both<'a, G> {
        Both { game, position, reference, from, played: Vec::new(), moves: Vec::new(), seen }
    }

    fn from_diagram(
        preset: &str,
        settings: &Settings,
        text: &str,
        seen: &'a mut Seen,
    ) -> Both<'a, G> {
        let game = G::named(preset).with(settings);
        let position = game
            .read_diagram(&Source::new("diagram", text))
            .unwrap_or_else(|faults| panic!("{preset}{settings}\n{text}\n{faults}"));
        let reference = G::plain_diagram(preset, settings, text);
        Both::of(game, position, reference, format!("{preset}{settings}\n{text}"), seen)
    }

    /// Fails, and prints how to reproduce the position.
    fn differ(
        &self,
        what: &str,
        engine: impl std::fmt::Debug,
        reference: impl std::fmt::Debug,
    ) -> ! {
        let mut message = format!("{what} differ\nengine: {engine:?}\nplain:  {reference:?}\n");
        writeln!(message, "after \"{}\"", self.played.join(" ")).unwrap();
        writeln!(message, "from {}", self.from).unwrap();
        let side = self.game.board_size(&self.position);
        let board = draw(side, |point| self.game.sign(&self.position, point));
        writeln!(message, "now\n{board}").unwrap();
        panic!("{message}");
    }

    fn same<T: PartialEq + std::fmt::Debug>(&self, what: &str, engine: T, reference: T) {
        if engine != reference {
            self.differ(what, engine, reference);
        }
    }

    /// Compares all queries about the position. Returns the moves' texts, in the engine's order.
    fn compare(&mut self) -> Vec<String> {
        let (game, position) = (&self.game, self.position);
        let seats = usize::from(game.seats());
        let board = draw(game.board_size(&position), |point| game.sign(&position, point));
        let plain_board: String = self
            .reference
            .board()
            .iter()
            .flat_map(|row| row.iter().copied().chain(['\n']))
            .collect();
        self.same("boards", &board, &plain_board);
        let scores = game.scores(&position);
        let in_seats: Vec<u32> = scores[..seats].iter().map(|&score| score.into()).collect();
        self.same("scores", in_seats, self.reference.scores());
        self.same("scores of empty seats", &scores[seats..], &vec![0; 4 - seats]);
        self.same("seats to move", game.to_move(&position).number(), self.reference.to_move());

        // The list's earlier contents must be cleared.
        let mut moves = std::mem::take(&mut self.moves);
        game.moves(&position, &mut moves);
        let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(&position, mv)).collect();
        let mut sorted = texts.clone();
        sorted.sort();
        let plain_moves: Vec<String> = self.reference.moves().into_iter().collect();
        self.same("moves", &sorted, &plain_moves);
        self.same("orders", &texts, &documented(&texts, &board));
        self.same("counts", game.move_count(&position, &mut Vec::new()), moves.len() as u32);
        self.moves = moves;

        let outcome = game.outcome(&position).map(|outcome| {
            let winners: Vec<u8> = outcome.winners.seats().map(Seat::number).collect();
            (winners, outcome.ending.to_string())
        });
        let ended = self.reference.ended().map(|ended| (ended.winners, ended.ending.to_owned()));
        self.same("outcomes", &outcome, &ended);
        self.same("outcome and moves", outcome.is_some(), texts.is_empty());

        self.seen.note("positions");
        self.seen.add("moves", texts.len() as u64);
        self.seen.most("moves at most", texts.len() as u64);
        self.game.note(&position, &texts, &board, self.seen);
        texts
    }

    /// Plays on at random to the end, and compares every position on the way.
    fn play_out(&mut self, rng: &mut GameRng) {
        loop {
            let texts = self.compare();
            let mut drawn = rng.clone();
            let chosen = self.game.random_move(&self.position, &mut Vec::new(), rng);
            let Some(IndexedMove { mv, index: move_index, count: of }) = chosen else {
                self.same("moves left", texts.len(), 0);
                break;
            };
            self.same("numbers to choose from", of as usize, texts.len());
            self.same("moves of a rank", self.moves.get(move_index as usize), Some(&mv));
            self.same("ranks drawn", move_index, drawn.below(of));
            // Exactly one number is drawn.
            self.same("numbers drawn next", rng.clone().below(1 << 30), drawn.below(1 << 30));
            let text = &texts[move_index as usize];
            self.same("moves found", parse_move(&self.game, &self.position, text), Ok(mv));
            self.step(mv, text);
        }
        self.seen.note("games");
        self.seen.most("plies at most", self.played.len() as u64);
        self.note_end();
    }

    fn step(&mut self, mv: G::Move, text: &str) {
        let seat = usize::from(self.reference.to_move()) - 1;
        let before = self.reference.scores()[seat];
        self.reference.play(text);
        let gained = self.reference.scores()[seat] - before;
        self.same("gains", u32::from(self.game.captured_points(&self.position, mv)), gained);
        let next = self.game.after_move(&self.position, mv);
        self.game.apply(&mut self.position, mv);
        self.same("positions by `play` and `apply`", next, self.position);
        self.played.push(text.to_owned());
    }

    fn note_end(&mut self) {
        let outcome = self.game.outcome(&self.position).unwrap();
        let seats = outcome.winners.count();
        self.seen.note(match (outcome.ending, seats) {
            (EndReason::Cleared, 1) => "cleared, won",
            (EndReason::Cleared, _) => "cleared, drawn",
            (EndReason::Stuck, 1) => "stuck, won",
            (EndReason::Stuck, _) => "stuck, drawn",
            (EndReason::NoHops, 1) => "no hops, won",
            (EndReason::NoHops, 2) => "no hops, drawn by two",
            (EndReason::NoHops, _) => "no hops, drawn by three or four",
        });
        let scores = self.game.scores(&self.position);
        let most = scores.iter().copied().max().unwrap();
        if outcome.winners.seats().all(|seat| scores[seat.index()] < most) {
            self.seen.note("won with the lower score");
            if outcome.ending != EndReason::Stuck {
                self.seen.note("won by the handicap");
            }
        }
        if seats == 2 && scores[0] != scores[1] {
            self.seen.note("drawn by the handicap");
        }
        let tied = Winners::by_score(&self.game.adjusted_scores(&scores), self.game.seats());
        if tied != outcome.winners && tied.count() > 1 && outcome.ending != EndReason::Stuck {
            self.seen.note("won by half a point");
        }
    }
}

impl Noted for brunei::Rules {
    fn note(&self, position: &Self::Position, moves: &[String], _: &str, seen: &mut Seen) {
        use brunei::Phase;
        let stuck = moves.is_empty();
        seen.note(match position.phase() {
            Phase::SecondOpening { .. } if self.to_move(position) == Seat::FIRST => {
                "replies behind a swap"
            }
            Phase::FirstOpening | Phase::SecondOpening { .. } => "openings",
            Phase::FirstEntry { .. } if stuck => "stuck at the first entry",
            Phase::SecondEntry { .. } if stuck => "stuck at the second entry",
            Phase::FirstEntry { .. } | Phase::SecondEntry { .. } => "entries",
            Phase::Main if stuck => "over in the main phase",
            Phase::Main => "main phase",
        });
        if let Phase::SecondEntry { bound: Some(way), .. } = position.phase() {
            seen.note("second entries in the first player's way");
            if way == brunei::EntryMode::Jump && self.jump == brunei::Jump::Far {
                seen.note("second entries bound to jump from anywhere");
            }
        }
        if let Phase::FirstEntry { .. } | Phase::SecondEntry { .. } = position.phase() {
            seen.most("entries to choose from", moves.len() as u64);
            for text in moves {
                seen.note(match way_in(text) {
                    1 => "entries from the next column",
                    2 => "entries from the column after it",
                    _ => "entries from farther away",
                });
            }
        }
        if let (Some(one), Some(other)) = (position.ka(Seat::FIRST), position.ka(Seat::SECOND))
            && (one.column() == other.column() || one.row() == other.row())
        {
            seen.note("kas on one row or column");
        }
        // Moves that land beside the centre see along its row or column.
        let (side, centre) = (self.board_size(position), Point::CENTRE);
        let middle =
            [side.letter(centre.column()).to_string(), side.number(centre.row()).to_string()];
        let arm = |text: &String| {
            text.split_once('-').and_then(|(_, rest)| rest.split_once('x')).is_some_and(
                |(to, line)| {
                    to.starts_with(&middle[0]) && line.contains(['n', 's'])
                        || to.ends_with(&middle[1]) && line.contains(['e', 'w'])
                },
            )
        };
        if moves.iter().any(arm) {
            seen.note("captures along an arm of the centre");
        }
        if moves.iter().any(|text| text.contains('n') && text.contains('s')) {
            seen.note("lines on both sides");
        }
    }
}

impl Noted for bell::Rules {
    fn note(&self, position: &Self::Position, moves: &[String], board: &str, seen: &mut Seen) {
        if self.phase(position) == 0 {
            seen.note(match moves.len() {
                0 => "openings without a corner's stone",
                1..4 => "openings with one to three corners",
                _ => "openings with four corners",
            });
            return;
        }
        let hops = |text: &String| text.matches('-').count();
        let longest = moves.iter().map(hops).max().unwrap_or(0);
        seen.most("longest chain", longest as u64);
        if longest >= 9 {
            seen.note("positions with chains of 9 hops or more");
        }
        if longest == 15 {
            seen.note("positions with chains of 15 hops");
        }
        if moves.iter().any(|text| text.matches('-').count() % 2 == 0) {
            seen.note("chains that end on an even hop");
        }
        if moves.iter().any(|text| comes_back(text)) {
            seen.note("chains that come back to their start");
        }
        if moves.iter().any(|text| passes_the_store(text)) {
            seen.note("chains from one side of the store to another");
        }
        if moves.iter().any(|text| hops_diagonally(text)) {
            seen.note("diagonal hops");
        }
        let rows: Vec<&[u8]> = board.lines().map(str::as_bytes).collect();
        let stone = |row: usize, column: usize| b"bw".contains(&rows[row][column]);
        // From c over d into e, from e over d into c turned by half a turn, and both upright.
        if (4..7).any(|i| {
            stone(i, 2) && stone(i, 3)
                || stone(i, 8) && stone(i, 7)
                || stone(2, i) && stone(3, i)
                || stone(8, i) && stone(7, i)
        }) {
            seen.note("hops into the store refused");
        }
    }
}

/// Returns the number of columns that an entry crosses.
fn way_in(text: &str) -> u8 {
    let (from, to) = text.split_once('-').unwrap();
    from.as_bytes()[0].abs_diff(to.as_bytes()[0])
}

/// Parses the points of a chain's path, as column and row.
fn way(text: &str) -> Vec<(i32, i32)> {
    text.split('-')
        .map(|point| (i32::from(point.as_bytes()[0] - b'a') + 1, point[1..].parse().unwrap()))
        .collect()
}

fn comes_back(text: &str) -> bool {
    let way = way(text);
    way.len() > 1 && way.first() == way.last()
}

fn hops_diagonally(text: &str) -> bool {
    way(text).windows(2).any(|hop| hop[0].0 != hop[1].0 && hop[0].1 != hop[1].1)
}

/// Returns whether a chain passes from one side of the store to the opposite one, horizontally or
/// vertically.
fn passes_the_store(text: &str) -> bool {
    let way = way(text);
    let any = |side: &dyn Fn(i32, i32) -> bool| way.iter().any(|&(column, row)| side(column, row));
    let level = |n: i32| (5..=7).contains(&n);
    any(&|column, row| level(row) && column < 5) && any(&|column, row| level(row) && column > 7)
        || any(&|column, row| level(column) && row < 5)
            && any(&|column, row| level(column) && row > 7)
}

fn rngs(purpose: &str) -> impl Iterator<Item = GameRng> {
    random_rules::rngs("differential", purpose)
}

/// Plays every preset from every setup.
fn presets_and_setups<G: Noted>(presets: &[&str], games: usize, seen: &mut Seen) {
    random_rules::presets_and_setups("differential", (presets, games), |preset, board, rng| {
        Both::<G>::from_setup(preset, &Settings::default(), board, seen).play_out(rng);
    });
}

/// Plays with random values for all toggles, from random setups and fillings.
fn random_toggles<G: Noted>(preset: &str, games: usize, seen: &mut Seen) {
    let setups = setups();
    for mut rng in rngs("toggles").take(games) {
        let settings = G::draw(&mut rng);
        let board = any_board(&setups, &mut rng);
        Both::<G>::from_setup(preset, &settings, &board, seen).play_out(&mut rng);
    }
}

#[test]
fn brunei_presets_from_every_setup() {
    let mut seen = Seen::default();
    presets_and_setups::<brunei::Rules>(&reference::brunei::PRESETS, amount(10, 8), &mut seen);
    seen.must_have("stuck, won; won with the lower score; lines on both sides");
}

#[test]
fn brunei_toggles_from_random_boards() {
    let mut seen = Seen::default();
    random_toggles::<brunei::Rules>("brunei-slide", amount(400, 4000), &mut seen);
    seen.must_have(
        "stuck, won; stuck, drawn; won with the lower score; stuck at the second entry; \
         second entries in the first player's way; second entries bound to jump from \
         anywhere; entries from the next column; entries from the column after it; entries \
         from farther away; captures along an arm of the centre; replies behind a swap",
    );
    seen.must_have(amount("", "stuck at the first entry"));
}

#[test]
fn brunei_on_small_boards() {
    let mut seen = Seen::default();
    for mut rng in rngs("small boards").take(amount(500, 3000)) {
        let settings = brunei::Rules::draw(&mut rng);
        let board = small(&mut rng);
        Both::<brunei::Rules>::from_setup("brunei-slide", &settings, &board, &mut seen)
            .play_out(&mut rng);
    }
    seen.must_have(
        "stuck, won; stuck, drawn; cleared, won; stuck at the first entry; stuck at the \
         second entry; entries from farther away; lines on both sides; captures along an arm \
         of the centre",
    );
}

#[test]
fn brunei_positions_with_few_stones() {
    let mut seen = Seen::default();
    for mut rng in rngs("few stones").take(amount(1000, 10_000)) {
        let settings = brunei::Rules::draw(&mut rng);
        let game = brunei::Rules::named("brunei-slide").with(&settings);
        let (text, board) = sparse_brunei(game.values, &mut rng);
        let mut both =
            Both::<brunei::Rules>::from_diagram("brunei-slide", &settings, &text, &mut seen);
        // The position made by hand is the one that is parsed.
        let kas = ['1', '2'].map(|ka| board.find(ka).unwrap());
        let scores = both.position.scores();
        let by_hand = brunei::Position::main_phase(
            board.side(),
            board.stones(),
            kas,
            [scores[0], scores[1]],
            both.position.to_move(),
        );
        both.same("positions read and made", Some(both.position), by_hand);
        both.play_out(&mut rng);
    }
    seen.must_have(
        "cleared, won; cleared, drawn; stuck, won; stuck, drawn; won with the lower score; \
         won by the handicap; drawn by the handicap; won by half a point; kas on one row or \
         column; captures along an arm of the centre; lines on both sides",
    );
}

/// Draws a position of Brunei's main phase with few stones, as a diagram: anywhere, or all close to
/// the centre's row and column.
fn sparse_brunei(values: Values, rng: &mut GameRng) -> (String, Board) {
    let mut signs = [['.'; 11]; 11];
    signs[5][5] = '_';
    let around_the_arms = rng.below(3) == 0;
    let mut put = |rng: &mut GameRng, sign: char| loop {
        let (mut column, mut row) = (rng.below(11) as usize, rng.below(11) as usize);
        if around_the_arms {
            match rng.below(4) {
                0 => column = 4 + column % 3,
                1 => row = 4 + row % 3,
                2 => column = 5,
                _ => row = 5,
            }
        }
        if signs[row][column] == '.' {
            signs[row][column] = sign;
            break;
        }
    };
    put(rng, '1');
    put(rng, '2');
    let colours = *one(rng, &["b", "w", "bw", "bbbw", "bwwww"]);
    let colours: Vec<char> = colours.chars().collect();
    for _ in 0..between(rng, 1, 24) {
        let sign = *one(rng, &colours);
        put(rng, sign);
    }
    let board = Board::of("few stones", |column, row| signs[row as usize - 1][column as usize - 1]);
    // Close scores, so that some games are drawn.
    let score = between(rng, 0, 80);
    let ahead = between(rng, 0, 6);
    let [score, other] = [score, score + ahead].map(|points| scored(points, values, 2));
    let text = format!(
        "to-move: {}\nscore: {score}-{other}\n\n{}\n",
        between(rng, 1, 2),
        board.rows.join("\n")
    );
    (text, board)
}

#[test]
fn bell_presets_from_every_setup() {
    let mut seen = Seen::default();
    presets_and_setups::<bell::Rules>(&reference::bell::PRESETS, amount(3, 2), &mut seen);
    seen.must_have("no hops, won; chains that end on an even hop; diagonal hops");
}

#[test]
fn bell_toggles_from_random_boards() {
    let mut seen = Seen::default();
    random_toggles::<bell::Rules>("bell", amount(40, 300), &mut seen);
    seen.must_have("no hops, won; won by the handicap");
    // Rare: left to the full amount, as below.
    seen.must_have(amount("", "won by half a point"));
}

/// Boards with empty corners and other empty points.
#[test]
fn bell_boards_with_gaps() {
    let mut seen = Seen::default();
    let chequer = setup("bell-chequer");
    for mut rng in rngs("gaps").take(amount(40, 250)) {
        let settings = bell::Rules::draw(&mut rng);
        let gaps = between(&mut rng, 1, 60);
        let corners: Vec<bool> = (0..4).map(|_| rng.below(2) == 0).collect();
        let full = filled("random", 60, &mut rng);
        let full = if rng.below(2) == 0 { &chequer } else { &full };
        let board = Board::of(format!("{}, with gaps", full.name), |column, row| {
            let corner = [(1, 1), (11, 1), (1, 11), (11, 11)]
                .iter()
                .zip(&corners)
                .any(|(&corner, &empty)| empty && corner == (column, row));
            if in_store(column, row) {
                '_'
            } else if corner || between(&mut rng, 0, 120) < gaps {
                '.'
            } else {
                full.rows[11 - row as usize].as_bytes()[column as usize - 1].into()
            }
        });
        // The reference implementation takes `.` and removes the stones on the store itself.
        Both::<bell::Rules>::from_setup("bell", &settings, &board, &mut seen).play_out(&mut rng);
    }
    seen.must_have(
        "openings without a corner's stone; openings with one to three corners; no hops, \
         drawn by three or four; hops into the store refused",
    );
}

/// Positions with few stones, most of them along the path of a long chain.
#[test]
fn bell_positions_with_few_stones() {
    let mut seen = Seen::default();
    for mut rng in rngs("long chains").take(amount(600, 6000)) {
        let mut settings = bell::Rules::draw(&mut rng);
        if rng.below(2) == 0 {
            settings.0.push(("max-chain", "15".to_owned()));
        }
        let game = bell::Rules::named("bell").with(&settings);
        let board = trail(&mut rng);
        let score = between(&mut rng, 0, 60);
        let scores = (0..game.players).map(|_| score + between(&mut rng, 0, 3));
        let scores = scores.map(|points| scored(points, game.values, game.players));
        let scores: Vec<i32> = scores.collect();
        let scores_text: Vec<String> = scores.iter().map(i32::to_string).collect();
        let to_move = between(&mut rng, 1, game.players.into()) as u8;
        let text = format!(
            "to-move: {to_move}\nscore: {}\n\n{}\n",
            scores_text.join("-"),
            board.rows.join("\n")
        );
        let mut both = Both::<bell::Rules>::from_diagram("bell", &settings, &text, &mut seen);
        let mut by_seat = [0; 4];
        for (by_seat, &score) in by_seat.iter_mut().zip(&scores) {
            *by_seat = score as u16;
        }
        let seat = Seat::numbered(to_move).unwrap();
        let by_hand = bell::Position::after_opening(board.stones(), by_seat, seat);
        both.same("positions read and made", Some(both.position), by_hand);
        both.play_out(&mut rng);
    }
    seen.must_have(
        "positions with chains of 9 hops or more; positions with chains of 15 hops; chains \
         that end on an even hop; chains that come back to their start; chains from one side \
         of the store to another; diagonal hops; hops into the store refused; no hops, won; \
         no hops, drawn by two; no hops, drawn by three or four",
    );
}

/// Draws a stone, the stones that it can capture in a chain of up to fifteen hops, and a few more.
fn trail(rng: &mut GameRng) -> Board {
    const DIRECTIONS: [(i32, i32); 8] =
        [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    let marked = |(column, row): (i32, i32)| {
        let from_edge = |n: i32| n.min(12 - n);
        from_edge(column) == from_edge(row) && from_edge(column) <= 4
    };
    let on_board = |(column, row): (i32, i32)| {
        (1..=11).contains(&column) && (1..=11).contains(&row) && !in_store(column, row)
    };
    let mut signs: BTreeMap<(i32, i32), char> = BTreeMap::new();
    let mut at = loop {
        let at = (between(rng, 1, 11), between(rng, 1, 11));
        if on_board(at) {
            break at;
        }
    };
    let colours = ['b', 'w'];
    signs.insert(at, *one(rng, &colours));
    let mut landings = vec![at];
    // Some tries lead off the board, into the store, or over a point crossed before.
    for _ in 0..40 {
        let (right, up) = *one(rng, &DIRECTIONS);
        let over = (at.0 + right, at.1 + up);
        let to = (over.0 + right, over.1 + up);
        let straight = right == 0 || up == 0;
        let possible = on_board(over)
            && on_board(to)
            && (straight || [at, over, to].into_iter().all(marked))
            && !signs.contains_key(&over);
        if possible && landings.len() <= 15 {
            signs.insert(over, *one(rng, &colours));
            landings.push(to);
            at = to;
        }
    }
    for _ in 0..*one(rng, &[0, 3, 8, 16, 32]) {
        let point = (between(rng, 1, 11), between(rng, 1, 11));
        if on_board(point) && !landings.contains(&point) {
            signs.insert(point, *one(rng, &colours));
        }
    }
    Board::of("few stones", |column, row| {
        let none = if in_store(column, row) { '_' } else { '.' };
        signs.get(&(column, row)).copied().unwrap_or(none)
    })
}
