//! For programs that learn: numbers for moves, positions as planes, and games that go on by
//! themselves.
//!
//! # Numbers of moves, version 1
//!
//! Points count from 0 at a1, row by row; columns from 0 at a; colours are 0 black, 1 white; a line
//! lies in the row (0) or in the column (1) of the landing point.
//!
//! | numbers | moves |
//! |---|---|
//! | 0-10 | take this column |
//! | 11 | change sides |
//! | 12-495 | enter with the stone of a point: `12 + (point * 2 + line) * 2 + colour` |
//! | 496-979 | move the ka to a point: `496 + (point * 2 + line) * 2 + colour` |
//!
//! Such a number names a whole line. Where parts of lines may be taken (`capture = partial`), and in
//! Bell's game, a capture has the number 12 plus its place among the legal moves.

use crate::base::avx2::with_avx2;
use crate::base::cancel::CancelToken;
use crate::base::diagnostic::Diagnostic;
use crate::base::random::{GameRng, SeedKey};
use crate::board::{Point, PointSet};
use crate::games::brunei::{self, Capture};
use crate::games::position::either;
use crate::games::rules::Game;
use crate::games::{GameRules, Move, Position, Seat, bell};
use crate::players::bot::{Bot, BuiltinBot};

/// The version of the numbers of moves.
pub const ACTION_NUMBERING: u32 = 1;

/// The first number of a capture.
const CAPTURES: u16 = 12;

/// The number of captures by point, line and colour.
const LINES: u16 = Point::COUNT as u16 * 4;

/// The greatest number of legal captures that have numbers where they are numbered by place.
const PLACES: u16 = 1_024;

/// The number of planes of an observation.
pub const PLANES: usize = 9;

/// The length of a side of the planes: every board lies in the middle of the full one.
pub const SIDE: usize = 11;

const PLANE: usize = SIDE * SIDE;

/// The number of bytes of an observation.
pub const OBSERVATION: usize = PLANES * PLANE;

/// Returns the number of actions under rules.
pub fn action_count(rules: &Game) -> usize {
    let is_of_lines = matches!(rules, Game::Brunei(rules) if rules.capture == Capture::Whole);
    usize::from(CAPTURES + if is_of_lines { 2 * LINES } else { PLACES })
}

/// Returns the number of a move; `None` if it is not legal, or has none.
pub fn action_of(position: &Position, mv: Move) -> Option<u16> {
    let place = position.legal_moves().iter().position(|&own| own == mv)?;
    ActionList::of(position).numbers.get(place).copied()
}

/// Returns the legal move with a number; `None` if there is none.
pub fn move_of(position: &Position, number: i64) -> Option<Move> {
    Some(position.legal_moves()[ActionList::of(position).place(number)?])
}

/// The legal moves of a position in canonical order, with their numbers.
///
/// # Examples
/// ```
/// use pasang_core::learning::ActionList;
/// use pasang_core::{Game, Setup};
///
/// let position = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-01")?)?;
/// assert_eq!(ActionList::of(&position).numbers()[2], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ActionList {
    /// The numbers of the moves at the same places, as far as they have numbers.
    numbers: Vec<u16>,
    /// `true` if the moves are captures of whole lines by a ka on the board, which their numbers
    /// describe.
    is_of_lines: bool,
    /// Each game's own moves, and kept: nothing is allocated per position.
    brunei: Vec<brunei::Move>,
    bell: Vec<bell::Move>,
}

impl ActionList {
    /// Returns the list of a position.
    pub fn of(position: &Position) -> ActionList {
        let mut actions = ActionList::default();
        actions.list(position);
        actions
    }

    /// Lists the legal moves of a position; none if the game is over.
    pub fn list(&mut self, position: &Position) {
        self.numbers.clear();
        match position {
            Position::Brunei(game, position) => {
                let captures = game.whole_captures(position);
                self.is_of_lines = captures.is_some();
                if let Some(captures) = captures {
                    let lines = captures.lines(position);
                    self.numbers.extend(lines.map(|line| CAPTURES + LINES + line));
                    return;
                }
                game.moves(position, &mut self.brunei);
                let is_of_lines = game.capture == Capture::Whole;
                let number = |(place, mv): (usize, &brunei::Move)| match *mv {
                    brunei::Move::Open(column) => column.index().into(),
                    brunei::Move::Swap => 11,
                    // An entry: a ka on the board has been seen to above.
                    brunei::Move::Capture { from, axis, colour, .. } if is_of_lines => {
                        CAPTURES + u16::from(from.index()) * 4 + axis as u16 * 2 + colour as u16
                    }
                    _ => CAPTURES + place as u16,
                };
                let most = if is_of_lines { usize::MAX } else { PLACES.into() };
                self.numbers.extend(self.brunei.iter().enumerate().take(most).map(number));
            }
            Position::Bell(game, position) => {
                game.moves(position, &mut self.bell);
                let count = self.bell.len().min(PLACES.into()) as u16;
                self.numbers.extend(CAPTURES..CAPTURES + count);
            }
        }
    }

    /// Returns the numbers of the moves, in canonical order.
    pub fn numbers(&self) -> &[u16] {
        &self.numbers
    }

    /// Returns the place of the move with a number; `None` if it is not legal.
    pub fn place(&self, number: i64) -> Option<usize> {
        self.numbers.iter().position(|&own| i64::from(own) == number)
    }

    /// Makes the move at a place in the position that was listed.
    ///
    /// # Panics
    /// If there is no move at this place.
    pub fn play(&self, position: &mut Position, place: usize) {
        match position {
            Position::Brunei(game, at) if self.is_of_lines => {
                game.take_line(at, self.numbers[place] - CAPTURES - LINES);
            }
            Position::Brunei(game, at) => game.apply(at, self.brunei[place]),
            Position::Bell(game, at) => game.apply(at, self.bell[place]),
        }
    }
}

/// Writes a set of points as bytes, eight at a time.
#[inline(always)]
fn spread<const WIDE: bool>(points: PointSet, plane: &mut [u8; PLANE]) {
    #[cfg(target_arch = "x86_64")]
    if WIDE {
        // SAFETY: `with_avx2!` has checked that the processor has AVX2.
        return unsafe { spread_at_once(points, plane) };
    }
    let bytes = points.bits().to_le_bytes();
    let (whole, rest) = plane.as_chunks_mut::<8>();
    for (eight, byte) in whole.iter_mut().zip(bytes) {
        *eight = std::array::from_fn(|bit| byte >> bit & 1);
    }
    rest[0] = bytes[whole.len()];
}

/// [`spread`] by AVX2 intrinsics, 32 at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn spread_at_once(points: PointSet, plane: &mut [u8; PLANE]) {
    use std::arch::x86_64::*;
    let each = |byte: i64| byte * 0x0101_0101_0101_0101;
    let eighths = _mm256_setr_epi64x(each(0), each(1), each(2), each(3));
    let own = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    // The last ones overlap.
    for first in [0, 32, 64, PLANE - 32] {
        let bits = _mm256_set1_epi32((points.bits() >> first) as i32);
        let is_set =
            _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(bits, eighths), own), own);
        let ones = _mm256_and_si256(is_set, _mm256_set1_epi8(1));
        // SAFETY: both are 32 bytes without invalid values.
        let ones = unsafe { std::mem::transmute::<__m256i, [u8; 32]>(ones) };
        plane[first..first + 32].copy_from_slice(&ones);
    }
}

/// Writes the planes of a position in the view of the player to move: black stones, white stones,
/// the own ka, the other's ka, then planes of one value: 1 in the opening, 1 at an entry, 1 for the
/// first player, the own points, and the most points of another player, up to 255.
///
/// # Panics
/// If there are fewer than [`OBSERVATION`] bytes.
pub fn observe(position: &Position, planes: &mut [u8]) {
    with_avx2!(generic draw_planes(position: &Position, planes: &mut [u8]) -> ());
}

#[inline(always)]
fn draw_planes<const WIDE: bool>(position: &Position, planes: &mut [u8]) {
    // Of a constant length, each plane is filled without a call.
    let planes: &mut [[u8; PLANE]] = planes[..OBSERVATION].as_chunks_mut().0;
    either!(position, game, at => draw_state::<WIDE, _>(game, at, planes));
    if let Position::Brunei(_, at) = position {
        let turn = at.to_move();
        for (plane, seat) in planes[2..4].iter_mut().zip([turn, turn.next(2)]) {
            if let Some(ka) = at.ka(seat) {
                plane[usize::from(ka.index())] = 1;
            }
        }
    }
}

/// Draws all but the kas.
#[inline(always)]
fn draw_state<const WIDE: bool, G: GameRules>(
    game: &G,
    position: &G::Position,
    planes: &mut [[u8; PLANE]],
) {
    let (stones, turn, scores) =
        (game.stones(position), game.to_move(position), game.scores(position));
    let (phase, mut best) = (game.phase(position), 0);
    // Seats without a player have no points.
    for (seat, &points) in scores.iter().enumerate() {
        best = if seat == turn.index() { best } else { points.max(best) };
    }
    let values = [
        u8::from(phase == 0),
        u8::from(phase == 1 && G::PHASES[1] == "entry"),
        u8::from(turn == Seat::FIRST),
        scores[turn.index()].min(255) as u8,
        best.min(255) as u8,
    ];
    spread::<WIDE>(stones.black, &mut planes[0]);
    spread::<WIDE>(stones.white, &mut planes[1]);
    planes[2] = [0; PLANE];
    planes[3] = [0; PLANE];
    for (plane, value) in planes[4..].iter_mut().zip(values) {
        *plane = [value; PLANE];
    }
}

/// The properties that the games of an [`Environment`] share.
#[derive(Clone, Debug)]
pub struct Design {
    /// The number of actions.
    pub action_count: usize,
    /// The token that cancels the opponents' searches, from the next reset on.
    pub cancel: CancelToken,
    /// The position in which games start.
    start: Position,
    /// The first two moves, of which each game draws a pair; none are made if there are no pairs.
    pairs: Vec<[Move; 2]>,
    /// The key of the random numbers.
    key: SeedKey,
    /// The learner's seat against an opponent; `None` if it alternates.
    seat: Option<Seat>,
}

impl Design {
    /// Creates the design of games from a position, after a random pair of first moves if
    /// `random_opening`.
    ///
    /// # Errors
    /// If the game is over in this position, or is not before its first move for random openings.
    pub fn new(
        start: Position,
        random_opening: bool,
        key: SeedKey,
        seat: Option<Seat>,
    ) -> Result<Design, Diagnostic> {
        if start.outcome().is_some() {
            return Err(Diagnostic::whole("the game is over in this position"));
        }
        if random_opening && (start.phase_index() > 0 || start.scores().iter().any(|&it| it > 0)) {
            return Err(Diagnostic::whole("a random opening goes with the start of a game"));
        }
        let pairs = if random_opening { start.opening_pairs() } else { Vec::new() };
        let (action_count, cancel) = (action_count(&start.rules()), CancelToken::default());
        Ok(Design { action_count, cancel, start, pairs, key, seat })
    }
}

/// A series of games for a learner: against a bot, which makes its moves by itself, or of all
/// players' moves. A game that ends is followed by the next one.
///
/// # Examples
/// ```
/// use pasang_core::learning::{Design, Environment};
/// use pasang_core::{BotSpec, Game, Setup};
///
/// let start = Game::preset("brunei-slide")?.start(&Setup::builtin("catalogue-05")?)?;
/// let key = pasang_core::base::random::SeedKey::new(1, &[b"example"]);
/// let design = Design::new(start, false, key, None)?;
/// let mut game = Environment::new(&design, 0, Some(BotSpec::Greedy.build()));
/// game.reset(&design);
/// while game.reward.is_none() {
///     game.draw();
///     game.step(&design);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Environment {
    /// The position.
    pub position: Position,
    /// The legal moves: none if the opponent ended the game before the learner's first move.
    pub actions: ActionList,
    /// The place of the move that the next step makes.
    place: usize,
    /// The reward of the last step if it ended a game: 1 for a win, 0 for a draw, -1 for a loss, to
    /// the learner or, without an opponent, to the player who moved last.
    pub reward: Option<f32>,
    /// The opponent.
    pub opponent: Option<BuiltinBot>,
    /// The random numbers of the game.
    rng: GameRng,
    number: u64,
    /// The number of games begun.
    games: u64,
    /// The seat of the learner; without an opponent of the player to move.
    seat: Seat,
}

impl Environment {
    /// Creates an environment, whose games depend on its number and the design.
    pub fn new(design: &Design, number: u64, opponent: Option<BuiltinBot>) -> Environment {
        Environment {
            position: design.start,
            actions: ActionList::default(),
            place: 0,
            reward: None,
            opponent,
            rng: design.key.rng(0),
            number,
            games: 0,
            seat: Seat::FIRST,
        }
    }

    /// Begins the first game anew.
    pub fn reset(&mut self, design: &Design) {
        self.opponent.iter_mut().for_each(|bot| bot.set_cancel_token(&design.cancel));
        self.games = 0;
        self.reward = None;
        self.begin(design);
    }

    /// Chooses the move of the next step by its number, any if the game is over already; returns
    /// whether it is legal.
    #[inline]
    pub fn choose(&mut self, number: i64) -> bool {
        let numbers = self.actions.numbers();
        // `draw` has chosen it already, or there is nothing to choose.
        let is_chosen = numbers.get(self.place).is_some_and(|&own| i64::from(own) == number);
        if is_chosen || numbers.is_empty() {
            return true;
        }
        let chosen = self.actions.place(number);
        self.place = chosen.unwrap_or(self.place);
        chosen.is_some()
    }

    /// Chooses the move of the next step at random. Returns its number; 0 if the game is over
    /// already.
    #[inline]
    pub fn draw(&mut self) -> u16 {
        let numbers = self.actions.numbers();
        if numbers.is_empty() {
            return 0;
        }
        self.place = self.rng.below(numbers.len() as u32) as usize;
        numbers[self.place]
    }

    /// Makes the chosen move, none if the game is over already. If the game ends, the next one
    /// begins.
    ///
    /// # Panics
    /// If no move has been chosen.
    pub fn step(&mut self, design: &Design) {
        self.reward = None;
        if !self.actions.numbers.is_empty() {
            if self.opponent.is_none() {
                self.seat = self.position.turn();
            }
            self.actions.play(&mut self.position, self.place);
            self.advance();
        }
        if self.actions.numbers.is_empty()
            && let Some(outcome) = self.position.outcome()
        {
            self.reward = Some(match outcome.winners.has(self.seat) {
                true if outcome.winners.count() == 1 => 1.0,
                true => 0.0,
                false => -1.0,
            });
            self.begin(design);
        }
    }

    /// Writes the planes of the position, and of each action whether it is legal.
    ///
    /// # Panics
    /// If there are fewer than [`OBSERVATION`] bytes, or than [`action_count`] flags.
    pub fn write(&self, planes: &mut [u8], mask: &mut [bool]) {
        observe(&self.position, planes);
        mask.fill(false);
        self.actions.numbers.iter().for_each(|&it| mask[usize::from(it)] = true);
    }

    /// Begins the next game.
    fn begin(&mut self, design: &Design) {
        self.position = design.start;
        self.rng = design.key.rng(self.number << 32 | self.games);
        let turn = (self.number + self.games) % u64::from(design.start.seats());
        let alternating = Seat::numbered(turn as u8 + 1).unwrap_or(Seat::FIRST);
        self.seat = design.seat.unwrap_or(alternating);
        self.games += 1;
        if !design.pairs.is_empty() {
            let pair = design.pairs[self.rng.below(design.pairs.len() as u32) as usize];
            pair.into_iter().for_each(|mv| self.position.play_unchecked(mv));
        }
        if let Some(opponent) = &mut self.opponent {
            opponent.new_game();
        }
        self.advance();
    }

    /// Plays the opponent's moves, and lists the learner's: none if the game is over.
    fn advance(&mut self) {
        if let Some(opponent) = &mut self.opponent {
            while self.position.turn() != self.seat
                && let Some(mv) = opponent.choose_move(&self.position, &mut self.rng)
            {
                self.position.play_unchecked(mv);
            }
        }
        self.actions.list(&self.position);
    }
}
