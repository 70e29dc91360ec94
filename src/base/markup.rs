//! Text inside HTML and SVG: the one place where it is escaped.

/// A text as it must stand between tags, or between the quotes of an attribute, to be shown as it
/// is and never to be read as markup.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\n' => escaped.push('\n'),
            // XML knows no other control characters, and signs that turn the direction of writing
            // would make a name read as another.
            sign if sign.is_control() || turns_text(sign) => escaped.push('\u{fffd}'),
            sign => escaped.push(sign),
        }
    }
    escaped
}

/// Whether a sign changes in which direction the text behind it is read.
fn turns_text(sign: char) -> bool {
    matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_escaped_is_markup() {
        assert_eq!(
            escaped("<script a='b' c=\"d\">&amp;\u{1b}\u{202e}\n"),
            "&lt;script a=&#39;b&#39; c=&quot;d&quot;&gt;&amp;amp;\u{fffd}\u{fffd}\n"
        );
        assert_eq!(escaped("catalogue-01 é 棋"), "catalogue-01 é 棋");
    }
}
