//! In what two experiments differ, in words.

use toml::{Table, Value};

use super::Experiment;
use crate::base::toml_reader::key as as_key;

impl Experiment {
    /// The first key in which this experiment, `here`, differs from another one, `there`; nothing
    /// where they are equal.
    pub fn difference(&self, there: &Experiment) -> Option<String> {
        first_difference("", &table_of(there), &table_of(self))
    }
}

fn table_of(experiment: &Experiment) -> Table {
    let mut experiment = experiment.clone();
    // How long somebody waits for an engine may change from run to run.
    experiment.engines.iter_mut().for_each(|engine| engine.patience = 0);
    // What is written reads back.
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
                let key = as_key(key);
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
