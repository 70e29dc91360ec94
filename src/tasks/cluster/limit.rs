//! A time limit as Slurm reads it.

use std::fmt;
use std::str::FromStr;

/// How long a job may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    text: String,
    seconds: u64,
}

impl Limit {
    /// How long in seconds; Slurm counts each minute begun as a whole one.
    pub fn seconds(&self) -> u64 {
        self.seconds
    }

    /// How long before the limit Slurm should tell a job, where nobody says: two minutes, or a
    /// quarter of a limit so short that this would be most of it.
    pub fn notice(&self) -> u64 {
        (self.seconds / 4).min(120)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for Limit {
    type Err = String;

    /// Reads the forms of sbatch's manual: `M`, `M:S`, `H:M:S`, `D-H`, `D-H:M` and `D-H:M:S`.
    /// Slurm takes `04:90:00` and `1-30`, too; whoever writes that means something else.
    fn from_str(text: &str) -> Result<Limit, String> {
        let read = || {
            let (days, rest) = match text.split_once('-') {
                Some((days, rest)) => (Some(days), rest),
                None => (None, text),
            };
            let number = |digits: &str| {
                let plain = digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
                digits.parse::<u64>().ok().filter(|_| plain)
            };
            let parts: Option<Vec<u64>> = rest.split(':').map(number).collect();
            let [hours, minutes, seconds] = match (days, parts?.as_slice()) {
                (None, &[minutes]) => [0, minutes, 0],
                (None, &[minutes, seconds]) => [0, minutes, seconds],
                (Some(_), &[hours]) => [hours, 0, 0],
                (Some(_), &[hours, minutes]) => [hours, minutes, 0],
                (_, &[hours, minutes, seconds]) => [hours, minutes, seconds],
                _ => return None,
            };
            let is_alone = rest.split(':').count() == 1 && days.is_none();
            if seconds > 59 || (minutes > 59 && !is_alone) || (hours > 23 && days.is_some()) {
                return None;
            }
            let hours = 24 * days.map_or(Some(0), number)? + hours;
            let minutes = 60 * hours + minutes + seconds.div_ceil(60);
            (minutes > 0).then_some(60 * minutes)
        };
        let expected = "expected a time limit of Slurm above 0: `90` (minutes), `12:00:00` (hours) \
                        or `2-12:00:00` (days); minutes and seconds go up to 59, hours behind days to 23";
        let seconds = read().ok_or(expected)?;
        Ok(Limit { text: text.to_owned(), seconds })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_the_manual_of_sbatch_says() {
        for (text, minutes) in [
            ("1", 1),
            ("90", 90),
            ("0:30", 1),
            ("5:01", 6),
            ("04:00:00", 240),
            ("48:00:00", 2880),
            ("59:59", 60),
            ("1-0", 1440),
            ("1-2:30", 1590),
            ("2-00:00:00", 2880),
        ] {
            assert_eq!(text.parse::<Limit>().unwrap().seconds(), 60 * minutes, "{text}");
        }
        for text in
            ["", "0", "0:0", "a", "1h", "-1", "1-", "1:2:3:4", "+5", "1-1:1:1:1", " 5", "9999999"]
        {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
        // These Slurm would take, as six hours, two days, and so on.
        for text in ["4:90", "04:90:00", "00:00:60", "1-30", "1-1:99", "UNLIMITED"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_short_limit_leaves_most_of_it_to_play() {
        assert_eq!("1".parse::<Limit>().unwrap().notice(), 15);
        assert_eq!("04:00:00".parse::<Limit>().unwrap().notice(), 120);
    }
}
