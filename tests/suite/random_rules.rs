//! Test inputs: the built-in setups, and boards and rules drawn by seed.
//!
//! Boards are kept as text, so that all parsers can be tested against each other, and a failure
//! shows what to type to reproduce it.

// Each test binary that includes this file uses a different part.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use crate::support::amount;
use pasang_core::base::random::{GameRng, SeedKey};
use pasang_core::board::{BoardSize, Colour, Point, Stones};
use pasang_core::games::rules::{self, Game, GameKind, toggles};
use pasang_core::games::{Position, SearchGame, ToggleType, Values, bell, brunei};

/// Number of occurrences by feature.
#[derive(Default)]
pub struct Seen(BTreeMap<&'static str, u64>);

impl Seen {
    pub fn note(&mut self, what: &'static str) {
        self.add(what, 1);
    }

    pub fn add(&mut self, what: &'static str, count: u64) {
        *self.0.entry(what).or_default() += count;
    }

    pub fn most(&mut self, what: &'static str, number: u64) {
        let most = self.0.entry(what).or_default();
        *most = number.max(*most);
    }

    /// Fails unless all of these have occurred, separated by `; `.
    pub fn must_have(&self, occurrences: &str) {
        println!("{:#?}", self.0);
        for what in occurrences.split_terminator("; ") {
            assert!(self.0.get(what).is_some_and(|&count| count > 0), "never seen: {what}");
        }
    }
}

/// Square board, one row per string, the highest first: eleven on the usual board.
#[derive(Clone, Debug)]
pub struct Board {
    pub name: String,
    pub rows: Vec<String>,
}

impl Board {
    pub fn new(name: impl Into<String>, rows: &[&str]) -> Board {
        Board { name: name.into(), rows: rows.iter().map(|&row| row.to_owned()).collect() }
    }

    /// Creates a board from the sign of each point; columns and rows count from 1.
    pub fn of(name: impl Into<String>, mut sign: impl FnMut(i32, i32) -> char) -> Board {
        let row = |row| (1..=11).map(|column| sign(column, row)).collect();
        Board { name: name.into(), rows: (1..=11).rev().map(row).collect() }
    }

    pub fn rows(&self) -> Vec<&str> {
        self.rows.iter().map(String::as_str).collect()
    }

    pub fn side(&self) -> BoardSize {
        BoardSize::of_length(self.rows.len()).expect("a board has a side of 5, 7, 9 or 11")
    }

    /// Returns each point with its sign.
    pub fn signs(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        // A small board lies in the middle of the usual one.
        let beyond = (11 - self.rows.len()) / 2;
        let rows = (1..=self.rows.len()).rev().zip(&self.rows);
        rows.flat_map(move |(row, signs)| {
            ('a'..='k').skip(beyond).zip(signs.chars()).map(move |(column, sign)| {
                let point = format!("{column}{}", row + beyond);
                (point.parse().expect("a point of the board"), sign)
            })
        })
    }

    pub fn stones(&self) -> Stones {
        let mut stones = Stones::default();
        for (point, sign) in self.signs() {
            match sign {
                'b' => stones.put(point, Colour::Black),
                'w' => stones.put(point, Colour::White),
                _ => {}
            }
        }
        stones
    }

    /// Returns the point with this sign; `None` if there is none.
    pub fn find(&self, sign: char) -> Option<Point> {
        self.signs().find(|&(_, found)| found == sign).map(|(point, _)| point)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.name, self.rows.join("\n"))
    }
}

/// Returns the setups in the folder `setups`, by name.
pub fn setups() -> Vec<Board> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("setups");
    let mut setups: Vec<Board> = std::fs::read_dir(&folder)
        .expect("the folder `setups` is there")
        .map(|entry| {
            let path = entry.expect("an entry of the folder").path();
            let text = std::fs::read_to_string(&path).expect("a text file");
            // Rows are the lines that are not empty, comments or headers.
            let rows = text
                .lines()
                .filter(|line| !line.is_empty() && !line.contains(['#', ':']))
                .map(str::to_owned)
                .collect();
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            Board { name, rows }
        })
        .collect();
    setups.sort_by(|one, other| one.name.cmp(&other.name));
    setups
}

/// Returns the setup of this name.
pub fn setup(name: &str) -> Board {
    let found = setups().into_iter().find(|setup| setup.name == name);
    found.unwrap_or_else(|| panic!("no setup `{name}`"))
}

/// Draws a full board with `black` black stones, the others white.
pub fn filled(name: impl Into<String>, black: usize, rng: &mut GameRng) -> Board {
    let mut signs: Vec<char> = (0..120).map(|n| if n < black { 'b' } else { 'w' }).collect();
    rng.shuffle(&mut signs);
    Board::of(
        name,
        |column, row| {
            if (column, row) == (6, 6) { '_' } else { signs.pop().expect("120 signs") }
        },
    )
}

/// Draws a full small board, half of its stones black.
pub fn small(rng: &mut GameRng) -> Board {
    let side = *one(rng, &[5, 7, 9]);
    let stones = side * side - 1;
    let mut signs: Vec<char> =
        (0..stones).map(|n| if n < stones / 2 { 'b' } else { 'w' }).collect();
    rng.shuffle(&mut signs);
    signs.insert(stones as usize / 2, '_');
    let rows = signs.chunks(side as usize).map(String::from_iter).collect();
    Board { name: format!("small, of side {side}"), rows }
}

/// Draws a board with `stones` stones of either colour, and two points for kas.
pub fn scattered(stones: u32, game_has_store: bool, rng: &mut GameRng) -> Board {
    let mut places: Vec<(i32, i32)> = (1..=11)
        .flat_map(|column| (1..=11).map(move |row| (column, row)))
        .filter(|&(column, row)| (column, row) != (6, 6))
        .filter(|&(column, row)| !game_has_store || !in_store(column, row))
        .collect();
    rng.shuffle(&mut places);
    let signs: Vec<char> = (0..stones).map(|_| if rng.below(2) == 0 { 'b' } else { 'w' }).collect();
    Board::of("scattered", |column, row| {
        let place = places.iter().position(|&place| place == (column, row));
        match place {
            _ if (column, row) == (6, 6) => '_',
            _ if game_has_store && in_store(column, row) => '_',
            Some(0) if !game_has_store => '1',
            Some(1) if !game_has_store => '2',
            Some(place) if (2..2 + stones as usize).contains(&place) => signs[place - 2],
            _ => '.',
        }
    })
}

/// Draws a full board: a setup, or any mixture of the colours, possibly a single one.
pub fn any_board(setups: &[Board], rng: &mut GameRng) -> Board {
    match rng.below(3) {
        0 => one(rng, setups).clone(),
        1 => filled("60 black and 60 white", 60, rng),
        _ => {
            let black = match rng.below(8) {
                0 => *one(rng, &[0, 1, 119, 120]),
                _ => rng.below(121) as usize,
            };
            filled(format!("{black} black"), black, rng)
        }
    }
}

/// Returns the random streams of a test, one per game, so that a game can be replayed alone.
pub fn rngs(test: &str, purpose: &str) -> impl Iterator<Item = GameRng> + use<> {
    let key = SeedKey::new(1, &[test.as_bytes(), purpose.as_bytes()]);
    (0..).map(move |number| key.rng(number))
}

/// Visits every preset with every setup, or each with an eighth of the setups, `games` times, with a
/// stream each.
pub fn presets_and_setups(
    test: &str,
    (presets, games): (&[&str], usize),
    mut see: impl FnMut(&str, &Board, &mut GameRng),
) {
    let setups = setups();
    assert_eq!(setups.len(), 40, "the catalogue's 39 and Bell's chequer");
    let mut rngs = rngs(test, "presets");
    let step = amount(8, 1);
    for (shift, preset) in presets.iter().enumerate() {
        let boards = setups.iter().skip(shift % step).step_by(step);
        for board in boards.flat_map(|board| std::iter::repeat_n(board, games)) {
            see(preset, board, &mut rngs.next().expect("there is no last stream"));
        }
    }
}

/// Returns whether a point lies in Bell's store.
pub fn in_store(column: i32, row: i32) -> bool {
    (5..=7).contains(&column) && (5..=7).contains(&row)
}

/// Draws a number from `low` to `high`.
pub fn between(rng: &mut GameRng, low: i32, high: i32) -> i32 {
    low + rng.below((high - low + 1) as u32) as i32
}

/// Draws one of these items.
pub fn one<'a, T>(rng: &mut GameRng, items: &'a [T]) -> &'a T {
    &items[rng.below(items.len() as u32) as usize]
}

/// Toggles with their values, as text; `values` as `BLACK/WHITE`.
#[derive(Clone, Debug, Default)]
pub struct Settings(pub Vec<(&'static str, String)>);

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(toggle, value)| write!(f, " {toggle}={value}"))
    }
}

impl Settings {
    /// Draws a value for every toggle of a game.
    fn draw(kind: GameKind, rng: &mut GameRng) -> Settings {
        let values = toggles(kind).into_iter().map(|(toggle, shape)| {
            let value = match shape {
                // The handicap is mostly small, for games that come close to a draw.
                ToggleType::Decimal { .. } => {
                    let (most, often) = if rng.below(4) > 0 { (18, 1) } else { (120, 2) };
                    halves(between(rng, -most, most) * between(rng, 0, often).min(1))
                }
                ToggleType::Words(words) => one(rng, words).0.to_owned(),
                ToggleType::Number { least, most, odd } => {
                    let numbers = (least..=most).filter(|number| odd.is_none() || number % 2 == 1);
                    one(rng, &numbers.collect::<Vec<_>>()).to_string()
                }
                ToggleType::Flag(_) => (rng.below(2) == 0).to_string(),
                ToggleType::Points => points(Values::MAX, rng),
            };
            (toggle, value)
        });
        Settings(values.collect())
    }
}

/// Formats a number of halves: `-4.5`, `3`.
fn halves(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let half = if number % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", number.abs() / 2)
}

/// Draws points per stone: mostly the usual 1 and 2, which make draws likely; else any.
fn points(most: u8, rng: &mut GameRng) -> String {
    if rng.below(3) > 0 {
        return "1/2".to_owned();
    }
    let most = u32::from(most) + 1;
    format!("{}/{}", rng.below(most), rng.below(most))
}

/// Returns points that a player may have, of as many on a board that lacks 60 stones.
pub fn scored(points: i32, values: Values, players: u8) -> i32 {
    points.min(60 * i32::from(values.black.max(values.white)) / i32::from(players))
}

/// Rules that can be made from text.
pub trait RandomRules: SearchGame + Copy {
    const KIND: GameKind;

    fn one_of(rules: Game) -> Option<Self>;
    fn as_rules(self) -> Game;
    fn position(self, at: Self::Position) -> Position;

    fn named(preset: &str) -> Self {
        let rules = rules::preset(preset).and_then(Self::one_of);
        rules.unwrap_or_else(|| panic!("no preset `{preset}` of {}", Self::KIND))
    }

    /// Sets one toggle.
    fn set(&mut self, toggle: &str, value: &str) {
        let setting = match value.split_once('/') {
            Some((black, white)) => format!("{toggle}={{ black = {black}, white = {white} }}"),
            None => format!("{toggle}={value}"),
        };
        let mut rules = self.as_rules();
        pasang::text::rules::set_all(&mut rules, &[setting])
            .unwrap_or_else(|faults| panic!("{faults}"));
        *self = Self::one_of(rules).expect("a toggle changes no game");
    }

    /// Draws a value for every toggle.
    fn draw(rng: &mut GameRng) -> Settings {
        Settings::draw(Self::KIND, rng)
    }

    fn with(mut self, settings: &Settings) -> Self {
        settings.0.iter().for_each(|(toggle, value)| self.set(toggle, value));
        self
    }
}

impl RandomRules for brunei::Rules {
    const KIND: GameKind = GameKind::Brunei;

    fn one_of(rules: Game) -> Option<Self> {
        if let Game::Brunei(rules) = rules { Some(rules) } else { None }
    }

    fn as_rules(self) -> Game {
        Game::Brunei(self)
    }

    fn position(self, at: brunei::Position) -> Position {
        Position::Brunei(self, at)
    }
}

impl RandomRules for bell::Rules {
    const KIND: GameKind = GameKind::Bell;

    fn one_of(rules: Game) -> Option<Self> {
        if let Game::Bell(rules) = rules { Some(rules) } else { None }
    }

    fn as_rules(self) -> Game {
        Game::Bell(self)
    }

    fn position(self, at: bell::Position) -> Position {
        Position::Bell(self, at)
    }
}
