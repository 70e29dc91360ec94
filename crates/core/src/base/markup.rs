//! Escapes text for HTML and SVG, in this one place.

use super::diagnostic::sanitized;

/// Escapes a text so that it is shown as it is between tags or in the quotes of an attribute, and
/// never read as markup.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // XML has no control characters except line breaks.
    for sign in sanitized(text).chars() {
        match sign {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            sign => escaped.push(sign),
        }
    }
    escaped
}
