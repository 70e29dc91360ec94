//! What the tests play with: the setups that the program brings along, and boards and rules drawn
//! by seed.
//!
//! Boards are kept as the signs that people write, so that each reader of them can be tested
//! against the others, and a failure shows what to type to see it again.

// Each test binary that includes this file uses another part of it.
#![allow(dead_code)]

use std::fmt;
use std::path::Path;

use pasang::bell;
use pasang::board::{Colour, Point, Stones};
use pasang::brunei;
use pasang::game::{Game, Values};
use pasang::random::Stream;
use pasang::words::Choice;

/// Eleven rows of eleven signs, row 11 first.
#[derive(Clone, Debug)]
pub struct Board {
    pub name: String,
    pub rows: Vec<String>,
}

impl Board {
    pub fn new(name: impl Into<String>, rows: [&str; 11]) -> Board {
        Board { name: name.into(), rows: rows.map(str::to_owned).to_vec() }
    }

    /// The board with these signs, told for each point; columns and rows count from 1.
    pub fn of(name: impl Into<String>, mut sign: impl FnMut(i32, i32) -> char) -> Board {
        let row = |row| (1..=11).map(|column| sign(column, row)).collect();
        Board { name: name.into(), rows: (1..=11).rev().map(row).collect() }
    }

    pub fn rows(&self) -> [&str; 11] {
        let rows: Vec<&str> = self.rows.iter().map(String::as_str).collect();
        rows.try_into().expect("a board has eleven rows")
    }

    /// Each point with its sign.
    pub fn signs(&self) -> impl Iterator<Item = (Point, char)> + '_ {
        (1..=11).rev().zip(&self.rows).flat_map(|(row, signs)| {
            ('a'..='k').zip(signs.chars()).map(move |(column, sign)| {
                (format!("{column}{row}").parse().expect("a point of the board"), sign)
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

    /// The point with this sign.
    pub fn find(&self, sign: char) -> Option<Point> {
        self.signs().find(|&(_, found)| found == sign).map(|(point, _)| point)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.name, self.rows.join("\n"))
    }
}

/// The setups in the folder `setups`, by name.
pub fn setups() -> Vec<Board> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("setups");
    let mut setups: Vec<Board> = std::fs::read_dir(&folder)
        .expect("the folder `setups` is there")
        .map(|entry| {
            let path = entry.expect("an entry of the folder").path();
            let text = std::fs::read_to_string(&path).expect("a text file");
            // The rows are the lines that are neither empty, nor comments, nor headers.
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

/// The setup of this name.
pub fn setup(name: &str) -> Board {
    let found = setups().into_iter().find(|setup| setup.name == name);
    found.unwrap_or_else(|| panic!("no setup `{name}`"))
}

/// A full board with so many black stones, the others white, in any order.
pub fn filled(name: impl Into<String>, black: usize, stream: &mut Stream) -> Board {
    let mut signs: Vec<char> = (0..120).map(|n| if n < black { 'b' } else { 'w' }).collect();
    stream.shuffle(&mut signs);
    Board::of(
        name,
        |column, row| {
            if (column, row) == (6, 6) { '_' } else { signs.pop().expect("120 signs") }
        },
    )
}

/// Whether a point lies in Bell's store.
pub fn in_store(column: i32, row: i32) -> bool {
    (5..=7).contains(&column) && (5..=7).contains(&row)
}

/// A number from `low` to `high`.
pub fn between(stream: &mut Stream, low: i32, high: i32) -> i32 {
    low + stream.below((high - low + 1) as u32) as i32
}

/// One of these.
pub fn one<'a, T>(stream: &mut Stream, items: &'a [T]) -> &'a T {
    &items[stream.below(items.len() as u32) as usize]
}

/// Toggles with their values, in words; `values` as `BLACK/WHITE`.
#[derive(Clone, Debug, Default)]
pub struct Settings(pub Vec<(&'static str, String)>);

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(toggle, value)| write!(f, " {toggle}={value}"))
    }
}

impl Settings {
    fn choose<C: Choice>(&mut self, stream: &mut Stream) {
        self.0.push((C::NAME, one(stream, C::ALL).word().to_owned()));
    }

    /// Mostly the customary 1 and 2, for only they make draws likely; else any.
    fn values(&mut self, stream: &mut Stream) {
        let value = if stream.below(3) == 0 {
            let most = u32::from(Values::MOST) + 1;
            format!("{}/{}", stream.below(most), stream.below(most))
        } else {
            "1/2".to_owned()
        };
        self.0.push(("values", value));
    }
}

/// Rules that can be made from words.
pub trait Toggled: Game {
    fn named(preset: &str) -> Self;
    /// Sets one toggle.
    fn set(&mut self, toggle: &str, value: &str);
    /// A value for every toggle, drawn.
    fn draw(stream: &mut Stream) -> Settings;

    fn with(mut self, settings: &Settings) -> Self {
        settings.0.iter().for_each(|(toggle, value)| self.set(toggle, value));
        self
    }
}

fn set<C: Choice>(toggle: &mut C, word: &str) {
    *toggle = C::from_word(word).unwrap_or_else(|| panic!("no {} `{word}`", C::NAME));
}

fn values(text: &str) -> Values {
    let (black, white) = text.split_once('/').expect("values are written `1/2`");
    let number = |text: &str| text.parse().expect("a number");
    Values { black: number(black), white: number(white) }
}

impl Toggled for brunei::Rules {
    fn named(preset: &str) -> Self {
        brunei::Rules::preset(preset).unwrap_or_else(|| panic!("no preset `{preset}`"))
    }

    fn set(&mut self, toggle: &str, value: &str) {
        match toggle {
            "reply" => set(&mut self.reply, value),
            "entry" => set(&mut self.entry, value),
            "entry-capture" => set(&mut self.entry_capture, value),
            "capture" => set(&mut self.capture, value),
            "stuck" => set(&mut self.stuck, value),
            "ka-stone" => set(&mut self.ka_stone, value),
            "values" => self.values = values(value),
            _ => panic!("no toggle `{toggle}`"),
        }
    }

    fn draw(stream: &mut Stream) -> Settings {
        let mut settings = Settings::default();
        settings.choose::<brunei::Reply>(stream);
        settings.choose::<brunei::Entry>(stream);
        settings.choose::<brunei::EntryCapture>(stream);
        settings.choose::<brunei::Capture>(stream);
        settings.choose::<brunei::Stuck>(stream);
        settings.choose::<brunei::KaStone>(stream);
        settings.values(stream);
        settings
    }
}

impl Toggled for bell::Rules {
    fn named(preset: &str) -> Self {
        bell::Rules::preset(preset).unwrap_or_else(|| panic!("no preset `{preset}`"))
    }

    fn set(&mut self, toggle: &str, value: &str) {
        match toggle {
            "players" => self.players = value.parse().expect("a number"),
            "diagonals" => set(&mut self.diagonals, value),
            "even-chain" => set(&mut self.even_chain, value),
            "max-chain" => self.max_chain = value.parse().expect("a number"),
            "values" => self.values = values(value),
            _ => panic!("no toggle `{toggle}`"),
        }
    }

    fn draw(stream: &mut Stream) -> Settings {
        let mut settings = Settings::default();
        settings.0.push(("players", between(stream, 2, 4).to_string()));
        settings.choose::<bell::Diagonals>(stream);
        settings.choose::<bell::EvenChain>(stream);
        settings.0.push(("max-chain", (2 * between(stream, 0, 7) + 1).to_string()));
        settings.values(stream);
        settings
    }
}
