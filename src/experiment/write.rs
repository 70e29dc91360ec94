//! The resolved experiment as TOML. The same experiment gives the same bytes with every version
//! of every library: texts are written out here.

use super::{Experiment, Lineup, Openings, Same, engines};
use crate::base::toml_reader::{key, quoted, quoted_list, quoted_one_or_list};
use crate::games::setup::Setup;

impl Experiment {
    /// The experiment as TOML, fully resolved: reads back as the same experiment from any folder,
    /// without another file.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut add = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                text += &format!("{key} = {value}\n");
            }
        };
        add("title", Some(quoted(&self.title)));
        add("seed", self.seed.map(|seed| seed.to_string()));
        add("games", self.sought.is_none().then(|| self.games.to_string()));
        add("rounds", self.rounds.map(|rounds| rounds.count().to_string()));
        add("next-start", self.rounds.map(|rounds| quoted(&rounds.next_start.to_string())));
        add("common-random", Some(self.common_random.to_string()));
        add("openings", Some(openings(&self.openings)));
        add("opening-plies", (self.opening_plies > 0).then(|| self.opening_plies.to_string()));
        add("within", self.within.map(|margin| margin.to_string()));
        text += &list("setups", self.setups.iter().map(|setup| quoted(&setup.name)));
        text += &list("rules", self.rules.iter().map(|rules| quoted(&rules.name)));
        text += &list("bots", self.lineups.iter().map(lineup));
        text += &self.sought.map_or_else(String::new, |sought| sought.to_toml(self.games));
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
}

pub(super) const AS_CHOSEN: &str = "as-chosen";

pub(super) const ALL: &str = "all";

impl Same {
    fn to_toml(&self) -> String {
        let lists = [("setups", &self.setups), ("rules", &self.rules)];
        let lists: String = lists
            .into_iter()
            .filter(|(_, lists)| !lists.is_empty())
            .map(|(key, lists)| list(key, lists.iter().map(quoted_list)))
            .collect();
        if lists.is_empty() { lists } else { format!("\n[same]\n{lists}") }
    }
}

fn openings(openings: &Openings) -> String {
    match openings {
        Openings::AsChosen => quoted(AS_CHOSEN),
        Openings::All => quoted(ALL),
        Openings::Pairs(pairs) => {
            quoted_list(pairs.iter().map(|[first, second]| format!("{first} {second}")))
        }
    }
}

fn lineup(lineup: &Lineup) -> String {
    let words: Vec<String> = lineup.bots().iter().map(|bot| bot.to_full()).collect();
    quoted_one_or_list(&words)
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

fn list(key: &str, items: impl Iterator<Item = String>) -> String {
    let lines: String = items.map(|item| format!("    {item},\n")).collect();
    format!("{key} = [\n{lines}]\n")
}
