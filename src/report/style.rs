//! How a report looks: on light and dark screens, on paper, and on a phone.

/// The style sheet. Its colours are told once for light and once for dark pages; boards keep
/// theirs, for wood is wood.
pub const STYLE: &str = include_str!("style.css");
