//! The report's style sheet as far as a drawing needs it, with its colours written out: not every
//! program that reads pictures knows variables.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::style::STYLE;

/// Colours by their names, and the rules of the style sheet.
pub struct Colours {
    values: BTreeMap<&'static str, &'static str>,
    rules: Vec<(&'static str, &'static str)>,
}

impl Colours {
    /// Those of light pages: of the sheet, what stands before what is for some pages only.
    pub fn of_light_pages() -> Colours {
        let (mut values, mut rules) = (BTreeMap::new(), Vec::new());
        let mut rest = STYLE;
        while let Some((selector, behind)) = rest.split_once('{') {
            let selector = selector.trim();
            if selector.starts_with('@') {
                rest = behind_block(behind);
                continue;
            }
            let Some((body, next)) = behind.split_once('}') else { break };
            if selector == ":root" {
                let pairs = body.split(';').filter_map(|pair| pair.trim().split_once(':'));
                let named = |(name, value): (&'static str, &'static str)| {
                    Some((name.trim().strip_prefix("--")?, value.trim()))
                };
                values.extend(pairs.filter_map(named));
            } else {
                rules.extend(selector.split(',').map(|one| (one.trim(), body.trim())));
            }
            rest = next;
        }
        Colours { values, rules }
    }

    /// A colour.
    pub fn value(&self, name: &str) -> &'static str {
        self.values.get(name).copied().unwrap_or("#000")
    }

    /// The rules of these classes, each of which stands alone in its selector or with others of them.
    pub fn style(&self, classes: &BTreeSet<&str>) -> String {
        let mut text = String::new();
        for (selector, body) in &self.rules {
            let named = selector.strip_prefix('.').map(|rest| rest.split('.'));
            let is_needed = named.is_some_and(|mut names| names.all(|name| classes.contains(name)));
            if is_needed {
                text += &format!("{selector}{{{}}}", self.resolved(body));
            }
        }
        text
    }

    fn resolved(&self, body: &str) -> String {
        let mut text = String::new();
        let mut rest = body;
        while let Some((before, behind)) = rest.split_once("var(--") {
            let Some((name, after)) = behind.split_once(')') else { break };
            text += before;
            text += self.value(name);
            rest = after;
        }
        // A quote would end no attribute here, but `<` may not stand in a picture.
        (text + rest).replace('<', "")
    }
}

/// What stands behind a block whose opening brace was read.
fn behind_block(text: &'static str) -> &'static str {
    let mut open = 1;
    for (place, sign) in text.char_indices() {
        match sign {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return &text[place + 1..];
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_written_out() {
        let colours = Colours::of_light_pages();
        assert_eq!(colours.value("first"), "#a3241c");
        let style = colours.style(&["t", "b1"].into_iter().collect());
        assert!(style.contains(".b1{fill: #a3241c;}"), "{style}");
        assert!(style.contains(".t{font: 11.5px") && !style.contains("var("), "{style}");
        assert!(!style.contains(".b2"), "{style}");
    }
}
