//! Runs the `console` blocks of pages, and compares the output. Blocks that call a script of
//! `analysis` are skipped: `analysis/check.py` runs them. A line `...` stands for any lines, `…`
//! within a line for any text. Hidden steps between two blocks stand in a comment, as `<!-- $
//! COMMAND -->`.

/// Command and the output that the page shows.
#[derive(Debug)]
pub struct Example {
    pub command: String,
    pub shown: Vec<String>,
}

pub fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    // Index of the current block's first example.
    let mut block = None;
    for line in page.lines() {
        let hidden = line.strip_prefix("<!-- $ ").and_then(|line| line.strip_suffix(" -->"));
        match line {
            "```console" => block = Some(examples.len()),
            "```" => {
                let start = block.take().unwrap_or(examples.len());
                if examples[start..].iter().any(|it| it.command.contains("analysis/")) {
                    examples.truncate(start);
                }
            }
            _ if block.is_none() => {
                let shown = vec!["...".to_owned()];
                examples.extend(hidden.map(|it| Example { command: it.to_owned(), shown }));
            }
            _ => match line.strip_prefix("$ ") {
                Some(command) => {
                    examples.push(Example { command: command.to_owned(), shown: Vec::new() });
                }
                None => examples.last_mut().unwrap().shown.push(line.to_owned()),
            },
        }
    }
    examples
}

/// Returns whether a line matches the page's line, in which `…` stands for any text.
pub fn line_matches(shown: &str, printed: &str) -> bool {
    let mut parts = shown.split('…');
    let Some(mut rest) = parts.next().and_then(|first| printed.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Returns whether lines match the page's lines, where `...` stands for any lines.
pub fn matches(shown: &[String], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((gap, behind)) if gap == "..." => {
            (0..=printed.len()).any(|skipped| matches(behind, &printed[skipped..]))
        }
        Some((line, behind)) => printed
            .split_first()
            .is_some_and(|(first, rest)| line_matches(line, first) && matches(behind, rest)),
    }
}
