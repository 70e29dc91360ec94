//! QR codes of a text, which the page shows to a phone beside it: a screen is read without dirt, so that the
//! lowest level of correction serves.

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};

/// The largest code that a phone reads from a screen.
const LARGEST: u8 = 10;

/// Returns the rows of a text's code, of `1` and `0`.
///
/// # Errors
///
/// If the text is longer than the largest code holds.
pub fn rows(text: &str) -> Result<String, String> {
    let segments = [QrSegment::make_bytes(text.as_bytes())];
    let code = QrCode::encode_segments_advanced(
        &segments,
        QrCodeEcc::Low,
        Version::MIN,
        Version::new(LARGEST),
        None,
        false,
    );
    let code = code.map_err(|_| "the text is too long".to_owned())?;
    let row = |y| (0..code.size()).map(|x| if code.get_module(x, y) { '1' } else { '0' }).collect();
    Ok((0..code.size()).map(row).collect::<Vec<String>>().join("/"))
}
