//! Writes the resolved experiment as TOML, and compares experiments. The text is assembled here, so
//! that the same experiment gives the same bytes with every version of every library. Differences
//! are found in the written form.

use toml::{Table, Value};

use super::{Aliases, Experiment, Lineup, Openings, crews, engines};
use crate::base::toml_reader::{key, quoted, quoted_list, quoted_one_or_list};
use crate::games::setup::Setup;

impl Experiment {
    /// Writes the experiment as TOML, fully resolved: it reads back as the same experiment from any
    /// folder, without another file.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        let mut add = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                text += &format!("{key} = {value}\n");
            }
        };
        add("title", Some(quoted(&self.title)));
        add("seed", self.seed.map(|seed| seed.to_string()));
        add("games", Some(self.games.to_string()));
        add("rounds", self.rounds.map(|rounds| rounds.count().to_string()));
        add("next-start", self.rounds.map(|rounds| quoted(&rounds.next_start.to_string())));
        add("common-random", Some(self.common_random.to_string()));
        add("openings", Some(openings(&self.openings)));
        add("opening-plies", (self.opening_plies > 0).then(|| self.opening_plies.to_string()));
        add("within", self.within.map(|margin| margin.to_string()));
        text += &list("setups", self.setups.iter().map(|setup| quoted(&setup.name)));
        text += &list("rules", self.rules.iter().map(|rules| quoted(&rules.name)));
        text += &list("bots", self.lineups.iter().map(lineup));
        text += &self.aliases.to_toml();
        text += &crews::to_toml(self);
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

impl Aliases {
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
        Openings::Listed(pairs) => {
            quoted_list(pairs.iter().map(|[first, second]| format!("{first} {second}")))
        }
    }
}

fn lineup(lineup: &Lineup) -> String {
    if let Some(crew) = lineup.crew() {
        return quoted(&crew.to_string());
    }
    let words: Vec<String> = lineup.bots().iter().map(|bot| bot.to_canonical_string()).collect();
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

impl Experiment {
    /// Returns the first key in which this experiment, `here`, differs from another one, `there`;
    /// `None` if they are equal.
    pub fn difference(&self, there: &Experiment) -> Option<String> {
        first_difference("", &table_of(there), &table_of(self))
    }
}

fn table_of(experiment: &Experiment) -> Table {
    let mut experiment = experiment.clone();
    // The patience with an engine may change from run to run.
    experiment.engines.iter_mut().for_each(|engine| engine.patience = 0);
    // The written form always reads back.
    toml::from_str(&experiment.to_toml()).unwrap_or_default()
}

fn first_difference(path: &str, there: &Table, here: &Table) -> Option<String> {
    let keys = here.keys().chain(there.keys().filter(|&key| !here.contains_key(key)));
    keys.filter(|&key| there.get(key) != here.get(key)).find_map(|key| {
        let shown = match path {
            "" => format!("`{key}`"),
            path => format!("`{key}` in `[{path}]`"),
        };
        match (there.get(key), here.get(key)) {
            (Some(Value::Table(there)), Some(Value::Table(here))) => {
                let key = self::key(key);
                let path = if path.is_empty() { key } else { format!("{path}.{key}") };
                first_difference(&path, there, here)
            }
            (Some(Value::Array(there)), Some(Value::Array(here))) => {
                Some(format!("{shown} differ: {}", first_of_list(there, here)))
            }
            (there, here) => {
                let [there, here] = [there, here].map(|value| match value {
                    None => "missing".to_owned(),
                    Some(Value::Table(_)) => "a table".to_owned(),
                    Some(value) => value.to_string(),
                });
                Some(format!("{shown} is {there} there and {here} here"))
            }
        }
    })
}

fn first_of_list(there: &[Value], here: &[Value]) -> String {
    let place = there.iter().zip(here).take_while(|(there, here)| there == here).count();
    match (there.get(place), here.get(place)) {
        (Some(there), Some(here)) => {
            format!("number {} is {there} there and {here} here", place + 1)
        }
        (Some(there), None) => format!("{there} is there and not here"),
        (None, here) => {
            format!("{} is here and not there", here.map_or_else(String::new, Value::to_string))
        }
    }
}
