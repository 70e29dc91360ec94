//! Rule sets of either game: names, parsing and formatting.
//!
//! [`Game`] is where the two games meet.

use std::fmt;

use crate::base::diagnostic::Diagnostic;
use crate::base::text::{Keyword, all_of, shortened};
use crate::games::{
    Facts, GameRules, Handicap, Preset, Setting, Standing, ToggleType, Values, bell, brunei,
};

crate::keyword_enum! {
    /// The kind of game.
    pub enum GameKind ("game") {
        /// The game with kas, as taught in Brunei
        Brunei = "brunei",
        /// The hopping game that R. C. Bell printed
        Bell = "bell",
    }
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// The game with kas.
    Brunei(brunei::Rules),
    /// The hopping game.
    Bell(bell::Rules),
}

/// Named rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRules {
    /// Name of the preset, stem of the file, or name in the experiment.
    pub name: String,
    /// The rules.
    pub rules: Game,
}

/// Returns all presets: Brunei first, and of each game the default first.
pub fn presets() -> impl Iterator<Item = NamedRules> {
    all_presets().map(|preset| NamedRules { name: preset.name.to_owned(), rules: preset.rules })
}

fn all_presets() -> impl Iterator<Item = Preset<Game>> {
    fn either<R: Copy>(of: fn(R) -> Game) -> impl Fn(&Preset<R>) -> Preset<Game> {
        move |&Preset { name, source, rules }| Preset { name, source, rules: of(rules) }
    }
    let brunei = brunei::PRESETS.iter().map(either(Game::Brunei));
    brunei.chain(bell::PRESETS.iter().map(either(Game::Bell)))
}

/// Returns the source of a preset's rules, or an empty text.
pub fn source_of(name: &str) -> &'static str {
    all_presets().find(|preset| preset.name == name).map_or("", |preset| preset.source)
}

/// Returns the preset with this name; `None` if there is none.
pub fn preset(name: &str) -> Option<Game> {
    presets().find(|preset| preset.name == name).map(|preset| preset.rules)
}

/// Evaluates an expression with the rules of either game, which may name the game's module.
macro_rules! either {
    ($of:expr, ($rules:pat, $module:tt) => $work:expr) => {
        match $of {
            Game::Brunei($rules) => {
                #[allow(unused_imports)]
                use brunei as $module;
                $work
            }
            Game::Bell($rules) => {
                #[allow(unused_imports)]
                use bell as $module;
                $work
            }
        }
    };
}

/// Returns the toggles of a game with their types, in the order of the documentation.
pub fn toggles(kind: GameKind) -> Vec<(&'static str, ToggleType)> {
    either!(Game::default_of(kind), (_, of) => {
        of::Rules::TOGGLES.iter().map(|toggle| (toggle.name, toggle.toggle_type)).collect()
    })
}

/// Returns the toggles of a game with what is known of them, in the same order.
pub fn facts(kind: GameKind) -> Vec<(&'static str, Facts)> {
    either!(Game::default_of(kind), (_, of) => {
        of::Rules::TOGGLES.iter().map(|toggle| (toggle.name, toggle.facts)).collect()
    })
}

/// Returns the toggles of a game with the standings of their values, in the same order; of a toggle
/// without words those of its default and of all `others`.
pub fn standings(kind: GameKind) -> Vec<(&'static str, Vec<(String, Standing)>)> {
    either!(Game::default_of(kind), (_, of) => {
        of::Rules::TOGGLES.iter().map(|toggle| (toggle.name, toggle.standings())).collect()
    })
}

fn unknown_toggle(kind: GameKind, key: &str) -> Diagnostic {
    let names = |kind| -> Vec<&str> { toggles(kind).into_iter().map(|(name, _)| name).collect() };
    let own = names(kind);
    let other = GameKind::ALL.iter().find(|&&other| other != kind && names(other).contains(&key));
    let what = match other {
        Some(other) => format!("`{key}` is a toggle of {other}, and these are rules of {kind}"),
        None => format!("unknown toggle `{key}`"),
    };
    let expected = format!("{kind} has {}", all_of(own.iter().copied()));
    let fault = Diagnostic { label: expected, ..Diagnostic::whole(what) };
    fault.did_you_mean(key, own.iter().copied())
}

impl fmt::Display for Game {
    /// Writes a preset and the toggles that differ from it: `brunei-slide+stuck=score-decides`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (base, settings) = self.by_a_preset();
        f.write_str(&base)?;
        settings.iter().try_for_each(|it| write!(f, "+{}={}", it.name, it.word))
    }
}

impl Game {
    /// Returns the preset of this name.
    ///
    /// # Errors
    /// If there is none.
    ///
    /// # Examples
    /// ```
    /// use pasang_core::Game;
    ///
    /// let game = Game::preset("brunei-slide")?.with("stuck", "score-decides")?;
    /// assert_eq!(game.differences().len(), 1);
    /// assert!(Game::preset("brunei-slid").unwrap_err().to_string().contains("`brunei-slide`"));
    /// # Ok::<(), pasang_core::Diagnostic>(())
    /// ```
    pub fn preset(name: &str) -> Result<Game, Diagnostic> {
        preset(name).ok_or_else(|| {
            let name = shortened(name);
            let fault = Diagnostic::whole(format!("unknown rules `{name}`"));
            fault.did_you_mean(&name, all_presets().map(|preset| preset.name))
        })
    }

    /// Returns these rules with a toggle set to a value, given as in files or as a bare word.
    ///
    /// # Errors
    /// If the game has no such toggle, or the toggle no such value.
    pub fn with(mut self, toggle: &str, value: &str) -> Result<Game, Diagnostic> {
        self.set(toggle, value)?;
        Ok(self)
    }

    /// Returns the rules of a game with every toggle at its default value.
    pub const fn default_of(kind: GameKind) -> Game {
        match kind {
            GameKind::Brunei => Game::Brunei(brunei::Rules::DEFAULT),
            GameKind::Bell => Game::Bell(bell::Rules::DEFAULT),
        }
    }

    /// Returns the kind of game.
    pub const fn kind(&self) -> GameKind {
        match self {
            Game::Brunei(_) => GameKind::Brunei,
            Game::Bell(_) => GameKind::Bell,
        }
    }

    /// Parses a value, as TOML or a bare word, and sets a toggle to it.
    ///
    /// # Errors
    /// If the game has no such toggle, or the toggle no such value.
    pub fn set(&mut self, toggle: &str, text: &str) -> Result<(), Diagnostic> {
        let kind = self.kind();
        either!(self, (rules, of) => match of::Rules::TOGGLES.iter().find(|it| it.name == toggle) {
            Some(toggle) => toggle.read(rules, text),
            None => Err(unknown_toggle(kind, toggle)),
        })
    }

    /// Returns whether the game has a toggle of this name.
    pub fn has(&self, toggle: &str) -> bool {
        toggles(self.kind()).iter().any(|&(name, _)| name == toggle)
    }

    /// Sets toggles by `TOGGLE=VALUE`, each at most once. Returns the faults, each with the index
    /// of its setting and its span there.
    pub fn set_all<'s>(
        &mut self,
        settings: impl IntoIterator<Item = &'s str>,
    ) -> Vec<(usize, Diagnostic)> {
        let (mut seen, mut faults) = (Vec::new(), Vec::new());
        for (place, setting) in settings.into_iter().enumerate() {
            let span = |part: &str| {
                let start = part.as_ptr() as usize - setting.as_ptr() as usize;
                start..start + part.len()
            };
            let (key, text) = setting.split_once('=').unwrap_or((setting, ""));
            let (key, text) = (key.trim(), text.trim());
            let fault = if key.is_empty() || text.is_empty() {
                let what = format!("`{setting}` sets nothing");
                Diagnostic::at(0..setting.len(), what, "expected TOGGLE=VALUE")
            } else if seen.contains(&key) {
                Diagnostic::repeated(span(key), format!("`{key}` is set twice"))
            } else {
                seen.push(key);
                let Err(fault) = self.set(key, text) else { continue };
                Diagnostic { span: Some(span(if self.has(key) { text } else { key })), ..fault }
            };
            faults.push((place, fault));
        }
        faults
    }

    /// Returns the number of players.
    pub fn seats(&self) -> u8 {
        either!(self, (rules, of) => of::Rules::seats(rules))
    }

    /// Returns the phases of a game, in order.
    pub const fn phases(&self) -> &'static [&'static str] {
        either!(self, (_, of) => of::Rules::PHASES)
    }

    /// Returns the points per stone.
    pub fn values(&self) -> Values {
        either!(self, (rules, of) => of::Rules::values(rules))
    }

    /// Returns the handicap.
    pub fn handicap(&self) -> Handicap {
        either!(self, (rules, _) => rules.handicap)
    }

    /// Returns whether a player who cannot move loses, whatever the scores.
    pub fn stuck_loses(&self) -> bool {
        matches!(self, Game::Brunei(rules) if rules.stuck == brunei::Stuck::Loses)
    }

    /// Describes the handicap; `None` if there is none.
    pub fn in_advance(&self) -> Option<String> {
        let (seat, points) = self.handicap().words()?;
        Some(format!("the player who moves {} has {points} in advance", seat.word()))
    }

    /// Returns every toggle with its value, in the order of the documentation.
    pub fn toggles(&self) -> Vec<Setting> {
        either!(self, (rules, of) => {
            of::Rules::TOGGLES.iter().map(|toggle| toggle.setting(rules)).collect()
        })
    }

    /// Returns the toggles that do something beside the values of the others, in the same order.
    pub fn effective_toggles(&self) -> Vec<Setting> {
        let all = self.toggles();
        let is_idle = |facts: &Facts| {
            let beside = |&(other, word)| all.iter().any(|it| it.name == other && it.word == word);
            facts.idle_beside.as_ref().is_some_and(beside)
        };
        let own = all.iter().zip(facts(self.kind()));
        own.filter(|(_, (_, facts))| !is_idle(facts)).map(|(it, _)| it.clone()).collect()
    }

    /// Returns the toggles that differ from their default values, in order.
    pub fn differences(&self) -> Vec<Setting> {
        let default = Game::default_of(self.kind()).toggles();
        let toggles = self.toggles().into_iter().zip(default);
        toggles.filter(|(toggle, default)| toggle != default).map(|(toggle, _)| toggle).collect()
    }

    /// Returns the name of the preset with these rules; otherwise the default preset and the
    /// differences from it.
    pub fn by_a_preset(&self) -> (String, Vec<Setting>) {
        if let Some(named) = presets().find(|named| named.rules == *self) {
            return (named.name, Vec::new());
        }
        let default = Game::default_of(self.kind());
        let base = presets().find(|named| named.rules == default).map(|named| named.name);
        (base.unwrap_or_default(), self.differences())
    }

    /// Formats the rules for the protocol's command `position`, as words without blanks.
    pub fn in_an_order(&self) -> String {
        let (base, settings) = self.by_a_preset();
        settings.into_iter().fold(format!("rules {base}"), |text, Setting { name, value, .. }| {
            let value: String = value.split_whitespace().collect();
            format!("{text} set {name}={}", value.replace('"', ""))
        })
    }

    /// Formats the rules and the rows of a board for that command: a game from its first move.
    pub fn start_in_an_order(&self, board: &str) -> String {
        format!("{} rows {}", self.in_an_order(), board.trim_end().replace('\n', "/"))
    }

    /// Returns the identity that random numbers depend on: the game and the toggles that differ
    /// from their default values. A toggle added in a later version therefore changes no game that
    /// is played without it.
    pub fn identity(&self) -> String {
        let differences = self.differences();
        let toggles = differences.iter().map(|toggle| format!("{}={}", toggle.name, toggle.value));
        let words: Vec<String> = std::iter::once(self.kind().to_string()).chain(toggles).collect();
        words.join("\n")
    }

    /// Formats the rules as TOML: `game = ..` and a line for each toggle except those that files
    /// omit.
    pub fn to_toml(&self) -> String {
        let mut text = format!("game = \"{}\"\n", self.kind());
        for toggle in self.toggles().into_iter().filter(|toggle| !toggle.is_omitted) {
            text += &format!("{} = {}\n", toggle.name, toggle.value);
        }
        text
    }
}
