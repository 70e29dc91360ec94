//! The resolved experiment as TOML. The same experiment gives the same bytes with every version
//! of every library: texts are written out here.

use super::{Experiment, Lineup, Openings, Same, engines};
use crate::base::toml_reader::{key, quoted};
use crate::games::setup::Setup;

impl Experiment {
    /// The experiment as TOML, fully resolved: reads back as the same experiment from any folder,
    /// without another file.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for (key, value) in self.plain_values() {
            if let Some(value) = value {
                text += &format!("{key} = {value}\n");
            }
        }
        text += &list("setups", self.setups.iter().map(|setup| quoted(&setup.name)));
        text += &list("rules", self.rules.iter().map(|rules| quoted(&rules.name)));
        text += &list("bots", self.lineups.iter().map(lineup));
        if let Some(find) = self.find {
            let values = find.to_toml(self.games);
            text += "\n[find]\n";
            text += &values.map(|(key, value)| format!("{key} = {value}\n")).concat();
        }
        text += &self.same.to_toml();
        text += &engines::to_toml(&self.engines);
        for setup in &self.setups {
            text += &format!("\n[setup.{}]\n{}", key(&setup.name), setup_table(setup));
        }
        for rules in &self.rules {
            text += &format!("\n[rule.{}]\n{}", key(&rules.name), rules.rules.to_toml());
        }
        text
    }

    /// The keys that are no lists of things to play with, in order, with their values as TOML;
    /// those of an experiment that leaves them open have none.
    pub(super) fn plain_values(&self) -> [(&'static str, Option<String>); 9] {
        [
            ("title", Some(quoted(&self.title))),
            ("seed", self.seed.map(|seed| seed.to_string())),
            ("games", self.find.is_none().then(|| self.games.to_string())),
            ("rounds", self.rounds.map(|rounds| rounds.count().to_string())),
            ("next-start", self.rounds.map(|rounds| quoted(&rounds.next_start.to_string()))),
            ("common-random", Some(self.common_random.to_string())),
            ("openings", Some(openings(&self.openings))),
            ("opening-plies", (self.opening_plies > 0).then(|| self.opening_plies.to_string())),
            ("within", self.within.map(|margin| margin.to_string())),
        ]
    }
}

/// How openings that the bots choose are written.
pub(super) const AS_CHOSEN: &str = "as-chosen";

/// How all openings are written.
pub(super) const ALL: &str = "all";

impl Same {
    /// The table of other names, if there are any.
    fn to_toml(&self) -> String {
        let names = |names: &Vec<String>| {
            let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
            format!("[{}]", names.join(", "))
        };
        let lists = [("setups", &self.setups), ("rules", &self.rules)];
        let lists: String = lists
            .into_iter()
            .filter(|(_, lists)| !lists.is_empty())
            .map(|(key, lists)| list(key, lists.iter().map(names)))
            .collect();
        if lists.is_empty() { lists } else { format!("\n[same]\n{lists}") }
    }
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::AsChosen => quoted(AS_CHOSEN),
        Openings::All => quoted(ALL),
        Openings::Pairs(pairs) => {
            let pairs = pairs.iter().map(|[first, second]| quoted(&format!("{first} {second}")));
            format!("[{}]", pairs.collect::<Vec<_>>().join(", "))
        }
    }
}

fn lineup(lineup: &Lineup) -> String {
    let words: Vec<String> = lineup.bots().iter().map(|bot| quoted(&bot.to_full())).collect();
    match words.as_slice() {
        [same] => same.clone(),
        each => format!("[{}]", each.join(", ")),
    }
}

fn setup_table(setup: &Setup) -> String {
    let mut text = String::new();
    if let Some(source) = &setup.source {
        text += &format!("source = {}\n", quoted(source));
    }
    text += &format!("origin = {}\n", quoted(&setup.origin.to_string()));
    if setup.any_counts {
        text += "stones = \"any\"\n";
    }
    text + &list("rows", setup.board().lines().map(quoted))
}

/// A list with a line for each item.
fn list(key: &str, items: impl Iterator<Item = String>) -> String {
    let lines: String = items.map(|item| format!("    {item},\n")).collect();
    format!("{key} = [\n{lines}]\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_keys_read_back() {
        for text in [
            "",
            "plain",
            "with space",
            "a\"b",
            "back\\slash",
            "\u{7f}\t\n\u{85}",
            "é",
            "a=b+c:d",
            "#",
        ] {
            let read: toml::Table =
                toml::from_str(&format!("{} = {}\n", key(text), quoted(text))).unwrap();
            assert_eq!(read.len(), 1);
            assert_eq!(read[text].as_str(), Some(text));
        }
        assert_eq!(key("brunei-slide"), "brunei-slide");
        assert_eq!(key("a+b"), "\"a+b\"");
    }
}
