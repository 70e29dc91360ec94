//! Pages whose `console` blocks are run: what they show must be what is printed. Blocks that call a
//! script of `analysis` are left out: `analysis/check.py` runs them. A line `...` stands
//! for any lines, `…` within a line for any text. What happens between two blocks, a page that is
//! read by people does not show: it stands in a comment, as `<!-- $ COMMAND -->`.

/// A command and the lines that the page shows below it.
#[derive(Debug)]
pub struct Example {
    pub command: String,
    pub shown: Vec<String>,
}

pub fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    // Where the block's examples begin.
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

/// Whether a line is what the page shows, where `…` stands for any text.
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

/// Whether lines are what the page shows, where `...` stands for any lines.
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
