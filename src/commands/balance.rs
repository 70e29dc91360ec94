//! `pasang balance`: which patterns are balanced, by the games of crews of all classes and rule sets, or by
//! any game's table.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;

use super::exit::{conclude, status};
use crate::answer::any_game::{joint, of_joint};
use crate::answer::any_tables;
use crate::answer::any_tables::{is_ours, options_of};
use crate::answer::crew_cells::{answered, complete, crew_cells, must_differ};
use crate::answer::looks::stops;
use crate::answer::requirement::gate;
use crate::experiment::Openings;
use crate::run::folder::{Folder, JOURNAL};
use crate::run::{FolderError, RunFolder};
use crate::show::any_game::{
    class_table, fact_table, opening_table, option_table, page, required, rows,
};
use crate::show::joint::{rule_sets, text, values};
use crate::show::plots::pictures;
use crate::show::tables::{joint_balance, joint_json};
use crate::show::width;
use crate::text::failure::{CommandResult, wrong};
use crate::text::messages::{print, print_json};
use crate::text::new_files::{in_folder, must_be_new_in, write_new, write_new_into};
use pasang_balance::answer::JointBalance;
use pasang_balance::table::{Answer, TableOptions, Verdict};
use pasang_core::base::text::wrapped;
use pasang_core::games::setup::Setup;

#[derive(Clone, Debug, Args)]
#[command(
    after_help = "Examples:\n  pasang balance results/balance-quick results/balance-club --out balance\n  \
                  pasang balance games.csv --columns pattern=map,bot=ai --require 'within 10'"
)]
pub struct Balance {
    /// Results folders whose cells are played by crews, or tables of any game's results (CSV)
    #[arg(value_name = "RESULTS|TABLE", num_args = 1.., required = true)]
    results: Vec<PathBuf>,
    /// Names of a table's columns, as `pattern=map,bot=ai`
    #[arg(long, value_name = "MEANING=NAME,..", value_delimiter = ',')]
    columns: Vec<String>,
    /// Column of a table that is an option of the rules (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    factor: Vec<String>,
    /// Column of a table that is a number told of a game, whose mean is wanted (repeatable)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    fact: Vec<String>,
    /// Requirement to be shown: `within 10`, `first 45..55`, `seat 3 within 5`, `no option beyond 3`; else the exit
    /// status is 4 if the contrary is shown, and 5 if neither is
    #[arg(long, value_name = "WHAT")]
    require: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Write the table balance.csv to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write pictures of the patterns, of the strengths, and a card of each pattern to this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Write the answer as a page of one file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl Balance {
    pub fn run(self) -> CommandResult {
        let gate = gate(self.require.as_deref())?;
        for folder in self.results.iter().map(|path| Folder::at(path)) {
            folder.must_be_whole()?;
        }
        let (ours, tables): (Vec<PathBuf>, Vec<PathBuf>) =
            self.results.iter().cloned().partition(|path| is_ours(path));
        let folders = ours.iter().map(|path| RunFolder::open_finished(path));
        let folders = folders.collect::<Result<Vec<RunFolder>, FolderError>>()?;
        let mut cells = Vec::new();
        for folder in &folders {
            cells.extend(crew_cells(folder)?);
        }
        must_differ(&folders)?;
        let mut options = TableOptions::of(&self.columns, self.factor.clone(), self.fact.clone())?;
        if let ([only], true) = (tables.as_slice(), options == TableOptions::default()) {
            let folder = Folder::at(only);
            if let Some(experiment) = folder.game()?.filter(|_| folder.has(JOURNAL)) {
                options = options_of(&folder, &experiment)?;
            }
        }
        let allotted = folders.iter().find(|it| it.experiment().openings == Openings::Best);
        if let (Some(folder), false) = (allotted, tables.is_empty()) {
            let path = folder.folder.path().display();
            let what = format!(
                "in `{path}` games were allotted to openings: a table would weigh them wrong"
            );
            return Err(wrong(what, "name it without tables"));
        }
        if tables.is_empty() && options != TableOptions::default() {
            let what = "`--columns`, `--factor` and `--fact` are about tables of games";
            return Err(wrong(what, "leave them out: the columns of these results are known"));
        }
        let (stops, error) = stops(&self.results)?;
        if !tables.is_empty() {
            let mut answer = any_tables::answer(&tables, &cells, &options)?;
            answer.notes.extend(stops);
            let judged = gate.map(|it| it.verdict_at(&answer, error)).transpose()?;
            return self.of_tables(&answer, judged);
        }
        let experiments = || folders.iter().map(RunFolder::experiment);
        let rules = experiments().flat_map(|it| &it.rules);
        if rules.map(|it| it.rules.kind()).collect::<BTreeSet<_>>().len() > 1 {
            return Err(wrong("these are results of different games", "name folders of one game"));
        }
        let setups = experiments().flat_map(|it| &it.setups);
        if setups.map(Setup::side).collect::<BTreeSet<_>>().len() > 1 {
            let what = "these are results of boards of different sizes";
            return Err(wrong(what, "name folders of one size"));
        }
        complete(&mut cells, folders[0].experiment());
        // Of random openings the text has no single ones.
        let is_text = !self.json && self.out.is_none() && self.svg.is_none();
        let allots_games = experiments().any(|it| it.openings == Openings::Best);
        let is_brief = is_text && !allots_games;
        let all = if is_brief { JointBalance::of(&cells) } else { answered(&cells) };
        let mut answer = of_joint(&all);
        let best_openings = if allots_games { values(&all) } else { Vec::new() };
        answer.notes.extend(best_openings.iter().chain(&stops).cloned());
        let judged = gate.map(|it| it.verdict_at(&answer, error)).transpose()?;
        let found = joint_balance(&all.rows);
        let table = [(found.file.to_owned(), found.csv())];
        self.write(&table, || pictures(&all), || page(&answer, rule_sets(&all)))?;
        if self.json {
            let mut found = joint_json(&all);
            if allots_games {
                found["best_openings"] = best_openings.into();
            }
            if !stops.is_empty() {
                found["stopped"] = stops.into();
            }
            if let Some(judged) = &judged {
                found["required"] = required(judged);
            }
            print_json(&found)?;
        } else {
            let told = judged.as_ref().map_or(String::new(), |(_, told)| format!("{told}\n"));
            let stops = stops.iter().map(|it| wrapped(it, width())).collect::<String>();
            print(text(&all, &best_openings, width()) + &stops + &told)?;
        }
        status(judged.map(|it| it.0))
    }

    /// Writes tables, pictures and the page where they are asked for; nothing if a part is there already.
    fn write(
        &self,
        tables: &[(String, Vec<u8>)],
        pictures: impl FnOnce() -> Vec<(String, Vec<u8>)>,
        page: impl FnOnce() -> Vec<u8>,
    ) -> CommandResult {
        let pictures = self.svg.as_ref().map(|svg| (svg, pictures()));
        let tables = self.out.as_ref().map(|out| (out, tables));
        pictures.iter().try_for_each(|(svg, all)| must_be_new_in(svg, all))?;
        tables.iter().try_for_each(|(out, all)| must_be_new_in(out, all))?;
        let others = || {
            self.html.as_ref().map_or(Ok(()), |file| write_new(file, &page()))?;
            tables.iter().try_for_each(|(out, all)| write_new_into(out, all))
        };
        match &pictures {
            Some((svg, all)) => in_folder(svg, || others().and_then(|()| write_new_into(svg, all))),
            None => others(),
        }
    }

    /// Tells of tables, and of what is required.
    fn of_tables(&self, answer: &Answer, judged: Option<(Verdict, String)>) -> CommandResult {
        if self.svg.is_some() && answer.seats > 2 {
            return Err(wrong("pictures are of games for two", "leave `--svg` out"));
        }
        let all = [rows, class_table, option_table, opening_table, fact_table];
        let all = all.map(|it| it(answer)).into_iter().filter(|it| !it.is_empty());
        let all: Vec<_> = all.map(|it| (it.file.to_owned(), it.csv())).collect();
        self.write(&all, || pictures(&joint(answer)), || page(answer, None))?;
        conclude(answer, judged, self.json)
    }
}
