//! An amount of memory as Slurm reads it.

use std::fmt;
use std::str::FromStr;

/// How much memory a job gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    text: String,
    mebibytes: Option<u64>,
}

impl Size {
    /// How much in MiB; nothing where it is all that a node has.
    pub fn mebibytes(&self) -> Option<u64> {
        self.mebibytes
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Size {
    type Err = String;

    /// Reads what sbatch does: a whole number of MiB, or of `K`, `M`, `G` or `T`, with a `B`
    /// behind it or not; `0` is all memory of the node.
    fn from_str(text: &str) -> Result<Size, String> {
        let read = || {
            let digits =
                text.len() - text.trim_start_matches(|sign: char| sign.is_ascii_digit()).len();
            let (number, unit) = text.split_at(digits);
            let number: u64 = number.parse().ok()?;
            Some(match unit.to_ascii_uppercase().as_str() {
                "K" | "KB" => number.div_ceil(1 << 10),
                "" | "M" | "MB" => number,
                "G" | "GB" => number.checked_mul(1 << 10)?,
                "T" | "TB" => number.checked_mul(1 << 20)?,
                _ => return None,
            })
        };
        let expected = "expected an amount of memory as Slurm reads it: a whole number with \
                        `K`, `M`, `G` or `T`, as `500M` or `4G`";
        let mebibytes = read().ok_or(expected)?;
        Ok(Size { text: text.to_owned(), mebibytes: Some(mebibytes).filter(|&size| size > 0) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What sbatch 22.05 was seen to take and to refuse.
    #[test]
    fn sizes_are_read_as_sbatch_does() {
        for (text, mebibytes) in [
            ("500", Some(500)),
            ("500M", Some(500)),
            ("5k", Some(1)),
            ("4G", Some(4096)),
            ("1g", Some(1024)),
            ("1GB", Some(1024)),
            ("2T", Some(2 << 20)),
            ("0", None),
        ] {
            assert_eq!(text.parse::<Size>().unwrap().mebibytes(), mebibytes, "{text}");
        }
        for text in ["", "lots", "1.5G", "5X", "-4", "4Gfoo", "1 G", "G", "+1", "99999999999999T"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
