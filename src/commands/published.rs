//! `pasang published`: a results folder beside the published figures of Pasang.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::ended::Done;
use crate::results::folder::Folder;
use crate::stats::published::{MEAN, MOVES, Nearer, PLIES, SHARES};
use crate::tasks::published::{Figures, figures};

/// The options of `pasang published`.
#[derive(Clone, Debug, Args)]
pub struct Published {
    /// The results folder
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Published {
    /// Prints the figures side by side.
    pub fn run(self) -> Done {
        let found = figures(&Folder::open(&self.results)?)?;
        let mut stdout = std::io::stdout().lock();
        if self.json {
            serde_json::to_writer_pretty(&mut stdout, &found)?;
            writeln!(stdout)?;
            return Ok(());
        }
        let of_all = found.iter().filter(|figures| figures.bots.is_none());
        write!(stdout, "{}", side_by_side(&of_all.collect::<Vec<_>>()))?;
        if found.iter().any(|figures| figures.bots.is_some()) {
            write!(stdout, "\n{}", by_bots(&found))?;
        }
        write!(stdout, "\n{}", nearest(&found))?;
        Ok(())
    }
}

fn decimal(value: Option<f64>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.1}"))
}

fn whole(value: Option<u64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

/// A distance with its bounds.
fn distance(figures: &Figures) -> String {
    let of = figures.distance;
    format!("{} ({}-{})", percent(of.printed), percent(of.least), percent(of.most))
}

/// A line a figure, a column a rule set.
fn side_by_side(rules: &[&Figures]) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut line = |name: &str, published: String, own: &dyn Fn(&Figures) -> String| {
        let columns = [name.to_owned(), published].into_iter();
        lines.push(columns.chain(rules.iter().map(|figures| own(figures))).collect());
    };
    line("", "published".to_owned(), &|figures| figures.rules.clone());
    line("games", "3000+".to_owned(), &|figures| figures.games.to_string());
    line("positions", "170000+".to_owned(), &|figures| figures.positions.to_string());
    line("opening, moves", "11, 10".to_owned(), &|figures| {
        figures.opening.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
    });
    let [_, entry, main] = MOVES;
    line("entry, mean", entry.0.to_string(), &|figures| decimal(figures.entry_mean));
    line("entry, most seen", entry.1.to_string(), &|figures| whole(figures.entry_most));
    line("main phase, mean", main.0.to_string(), &|figures| decimal(figures.main_mean));
    line("main phase, most seen", main.1.to_string(), &|figures| whole(figures.main_most));
    line("all positions, mean", MEAN.to_string(), &|figures| decimal(figures.mean));
    line("plies, mean", PLIES.0.to_string(), &|figures| decimal(figures.plies_mean));
    line("plies, longest", PLIES.1.to_string(), &|figures| whole(figures.plies_most));
    for (place, share) in SHARES.iter().enumerate() {
        let name = match place + 1 {
            1 => "% with 1 move".to_owned(),
            most if most == SHARES.len() => format!("% with {most} or more"),
            moves => format!("% with {moves}"),
        };
        let own = |figures: &Figures| percent(figures.shares[place]);
        line(&name, format!("{:.0}", 100.0 * share), &own);
    }
    line("distance, %", String::new(), &distance);
    aligned(&lines, 1)
}

/// A line a rule set and line-up of bots.
fn by_bots(found: &[Figures]) -> String {
    let heads = ["rules", "bots", "entry", "main", "all", "plies", "longest", "distance, %"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    lines.extend(found.iter().filter_map(|figures| {
        Some(vec![
            figures.rules.clone(),
            figures.bots.clone()?,
            decimal(figures.entry_mean),
            decimal(figures.main_mean),
            decimal(figures.mean),
            decimal(figures.plies_mean),
            whole(figures.plies_most),
            distance(figures),
        ])
    }));
    aligned(&lines, 2)
}

/// Which rule set comes nearest, as far as it can be told, and what a distance is.
fn nearest(found: &[Figures]) -> String {
    let mut rules: Vec<&Figures> = found.iter().filter(|figures| figures.bots.is_none()).collect();
    rules.sort_by(|one, other| one.distance.printed.total_cmp(&other.distance.printed));
    let mut text = String::new();
    if let [first, others @ ..] = rules.as_slice() {
        others.iter().for_each(|other| text += &against(first, other, found));
    }
    text + "A distance is the share of positions that would need another number of moves; in brackets\n\
            what it may be, because the published shares were rounded to whole per cent. Chance in\n\
            one's own games comes on top: another seed shows how much.\n"
}

/// A rule set against the one that is nearest: with all bots together, and bots by bots. What
/// holds for some bots only is no finding about rules.
fn against(first: &Figures, other: &Figures, found: &[Figures]) -> String {
    let points = |share: f64| format!("{:+.2}", 100.0 * share);
    let shown = |nearer: Nearer| {
        let (least, most) = (points(nearer.least), points(nearer.most));
        format!("{} ({least} to {most})", points(nearer.printed))
    };
    let all = Nearer::of(&first.shares, &other.shares);
    let of_bots = |rules: &Figures| {
        let own = found.iter().filter(|own| own.rules == rules.rules && own.bots.is_some());
        own.collect::<Vec<_>>()
    };
    let each = of_bots(first).into_iter().zip(of_bots(other));
    let each: Vec<(&Figures, Nearer)> =
        each.map(|(one, other)| (one, Nearer::of(&one.shares, &other.shares))).collect();
    let every = || each.iter().map(|(_, nearer)| nearer).chain([&all]);
    let verdict = if every().all(|nearer| nearer.least > 0.0) {
        format!("{} is nearer, whatever the bots and the rounding", first.rules)
    } else if each.iter().any(|(_, nearer)| nearer.most < 0.0) {
        "which is nearer depends on the bots, so these figures cannot tell".to_owned()
    } else {
        "the difference is within the rounding, so these figures cannot tell".to_owned()
    };
    let by_bots: String = each
        .iter()
        .map(|(figures, nearer)| {
            let bots = figures.bots.as_deref().unwrap_or_default();
            format!("  with {bots} {}\n", shown(*nearer))
        })
        .collect();
    format!(
        "{} is {} points of 100 farther than {}\n{by_bots}{verdict}\n",
        other.rules,
        shown(all),
        first.rules
    )
}

/// Columns as wide as their widest fields; all but the first `left` to the right.
fn aligned(lines: &[Vec<String>], left: usize) -> String {
    let columns = lines.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let fields = lines.iter().filter_map(|line| line.get(column));
        fields.map(|field| field.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for line in lines {
        let fields = line.iter().zip(&widths).enumerate().map(|(column, (field, &width))| {
            if column < left { format!("{field:<width$}") } else { format!("{field:>width$}") }
        });
        text += fields.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
