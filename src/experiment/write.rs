//! Writes the resolved experiment as TOML, and compares experiments. The text is assembled here, so
//! that the same experiment gives the same bytes with every version of every library. Differences
//! are found in the written form.

use toml::Value;

use super::openings::KEYWORDS;
use super::{Aliases, Experiment, Factorial, Lineup, Openings, bots, engines};
use crate::text::toml_reader::{key, quoted, quoted_list, quoted_one_or_list};
use pasang_core::games::setup::Setup;

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
        add("common-random", Some(self.common_random.to_string()));
        add("openings", Some(openings(&self.openings)));
        text += &list("setups", self.setups.iter().map(|setup| quoted(&setup.name)));
        text += &list("rules", self.rules.iter().map(|rules| quoted(&rules.name)));
        text += &list("bots", self.lineups.iter().map(lineup));
        text += &self.aliases.to_toml();
        text += &self.factorial.as_ref().map(Factorial::to_toml).unwrap_or_default();
        text += &bots::crews_to_toml(self);
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
    if let Openings::Listed(pairs) = openings {
        return quoted_list(pairs.iter().map(|[first, second]| format!("{first} {second}")));
    }
    let word = KEYWORDS.into_iter().find(|(_, it)| it == openings).map(|(word, _)| word);
    quoted(word.unwrap_or_default())
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
    /// Returns the first value in which this experiment, `here`, differs from another one, `there`;
    /// `None` if they are equal.
    pub fn difference(&self, there: &Experiment) -> Option<String> {
        first_difference("", Some(&value_of(there)), Some(&value_of(self)))
    }
}

fn value_of(experiment: &Experiment) -> Value {
    let mut experiment = experiment.clone();
    // The patience with an engine may change from run to run.
    experiment.engines.iter_mut().for_each(|engine| engine.patience = 0);
    // The written form always reads back.
    Value::Table(toml::from_str(&experiment.to_toml()).unwrap_or_default())
}

/// Returns the first difference of two values, `None` if they are equal.
fn first_difference(path: &str, there: Option<&Value>, here: Option<&Value>) -> Option<String> {
    if there == here {
        return None;
    }
    match (there, here) {
        (Some(Value::Table(there)), Some(Value::Table(here))) => {
            let keys = here.keys().chain(there.keys());
            let mut paths = keys.map(|name| (name, format!("{path}.{}", key(name))));
            paths.find_map(|(key, path)| first_difference(&path, there.get(key), here.get(key)))
        }
        (Some(Value::Array(there)), Some(Value::Array(here))) => {
            let mut places = 0..there.len().max(here.len());
            places.find_map(|place| {
                let path = format!("{path}[{}]", place + 1);
                first_difference(&path, there.get(place), here.get(place))
            })
        }
        (there, here) => {
            let [there, here] = [there, here].map(|value| match value {
                None => "missing".to_owned(),
                Some(Value::Table(_)) => "a table".to_owned(),
                Some(value) => value.to_string(),
            });
            Some(format!("`{}` is {there} there and {here} here", path.trim_start_matches('.')))
        }
    }
}
