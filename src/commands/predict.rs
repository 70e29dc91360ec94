//! `pasang rules predict`: the first player's score, and how a game plays, under rules that need not
//! have been played, by the effects in a designed experiment.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};

use crate::answer::effects::Design;
use crate::answer::kept_effects::KeptEffects;
use crate::answer::prediction::{Estimates, Goal, Line, even, levels};
use crate::run::RunFolder;
use crate::run::folder::{ESTIMATES, PROFILE_ESTIMATES};
use crate::show::prediction::{as_json, drawn, even_text, table, told};
use crate::show::{plots, width};
use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::{note, print, print_json};
use crate::text::new_files::write_new_into;
use pasang_core::games::rules::NamedRules;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Example:\n  pasang rules predict results/disputed-rules --set stuck=score-decides --set entry=jump"
)]
pub struct Predict {
    /// Results folder of an experiment with `[factorial]`
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
    /// Preset, or a file of rules [default: the first rule set of the experiment]
    #[arg(long, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Set a toggle, as `stuck=score-decides`; may be repeated
    #[arg(long, value_name = "TOGGLE=VALUE")]
    set: Vec<String>,
    /// Predict for this pattern of the experiment alone
    #[arg(long, value_name = "NAME")]
    setup: Option<String>,
    /// List the rule sets that are the most even, and of these the liveliest
    #[arg(long, conflicts_with_all = ["rules", "set", "setup"])]
    even: bool,
    /// With --even: weigh fairness and measures of play, in their standard deviations over all rule sets
    ///
    /// `fairness=1,score_lead_changes=.5,plies=-.2` lists rule sets by the sum, with shorter games before
    /// longer ones.
    #[arg(long, value_name = "MEASURE=WEIGHT,..", requires = "even", value_delimiter = ',')]
    #[arg(value_parser = Goal::read, allow_hyphen_values = true)]
    #[arg(default_values = ["fairness=1", "score_lead_changes=0"], hide_default_value = true)]
    weigh: Vec<Goal>,
    /// Write a picture of the effects on the first player's score to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Predict {
    pub fn run(self) -> CommandResult {
        let run_folder = RunFolder::open_finished(&self.results)?;
        run_folder.check_files()?;
        let experiment = run_folder.experiment();
        let Some(factorial) = &experiment.factorial else {
            let what = format!("`{}` is no designed experiment", self.results.display());
            return Err(wrong(what, "expected a folder of an experiment with `[factorial]`"));
        };
        let first = &experiment.rules[0];
        let levels_of = |named: &NamedRules| factorial.levels(&named.rules);
        let design =
            Design::new(factorial, experiment.rules.iter().filter_map(levels_of).collect());
        let with = design.with_products(factorial);
        let kept = run_folder.effects(ESTIMATES)?;
        if kept.is_empty() {
            let what =
                "no line-up of this experiment is of equal bots, so that no effects are known";
            return Err(wrong(what, "play a bot against itself, or a crew"));
        }
        let of_profile = match run_folder.folder.has(PROFILE_ESTIMATES) {
            true => run_folder.effects(PROFILE_ESTIMATES)?,
            false => Vec::new(),
        };
        let estimate = |it: &KeptEffects| Estimates {
            bots: it.bots.clone(),
            measure: it.measure.clone(),
            predictor: it.predictor(&design, with.as_ref()),
        };
        let estimates: Vec<Estimates<'_>> = kept.iter().chain(&of_profile).map(estimate).collect();
        let draw = || match &self.svg {
            Some(folder) => {
                let picture = plots::effects(&kept[0].bots, &drawn(factorial, &kept[0]));
                write_new_into(folder, &[("effects.svg".to_owned(), picture)])
            }
            None => Ok(()),
        };
        if self.even {
            let all = even(factorial, &estimates, &self.weigh)?;
            draw()?;
            return print(even_text(&all, (experiment, factorial), self.json)?);
        }
        let mut rules = match &self.rules {
            Some(name) => crate::text::rules::find(name)?,
            None => first.clone(),
        };
        crate::text::rules::set_all(&mut rules.rules, &self.set)?;
        let levels = levels(factorial, &rules.rules, first)?;
        let pattern = |name: &str| {
            let place = experiment.setups.iter().position(|it| it.name == name);
            place.ok_or_else(|| {
                let what = format!("`{name}` is no pattern of this experiment");
                wrong(what, "its cells.csv names them")
            })
        };
        let pattern = self.setup.as_deref().map(pattern).transpose()?;
        let row = factorial.row(&levels);
        let lines: Vec<Line> = estimates.iter().map(|it| it.predict(&row, pattern)).collect();
        draw()?;
        let is_played = experiment.rules.iter().any(|named| named.rules == rules.rules);
        let of = rules.rules.to_string();
        match self.json {
            true => print_json(&json!({
                "rules": of, "played": is_played, "setup": self.setup,
                "predictions": lines.iter().map(as_json).collect::<Value>(),
            })),
            false => {
                let on = self
                    .setup
                    .map_or("the mean over patterns".to_owned(), |name| format!("`{name}`"));
                let how = if is_played { "was played" } else { "was not played" };
                note(format_args!("`{of}`, which {how}, on {on}"));
                print(told(&lines, width()) + &table(lines).text(width()))
            }
        }
    }
}
