//! `pasang experiments`: those that the program brings along.

use std::io::Write;

use clap::Subcommand;
use serde::Serialize;

use super::ended::Done;
use crate::base::fault::{Fault, Source};
use crate::base::words::nearest;
use crate::experiment::{SHIPPED, shipped};
use crate::stats::{Grid, Side};

/// The commands of `pasang experiments`.
#[derive(Clone, Debug, Subcommand)]
pub enum Experiments {
    /// List the experiments that `run` and `plan` take by name
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print an experiment's file
    Show {
        /// Which one
        name: String,
    },
}

/// An experiment in the list.
#[derive(Serialize)]
struct Listed {
    name: &'static str,
    title: String,
    cells: usize,
    games: u64,
}

impl Experiments {
    /// Lists or shows.
    ///
    /// # Errors
    /// When there is no such experiment, or nothing can be written.
    pub fn run(self) -> Done {
        let mut stdout = std::io::stdout().lock();
        match self {
            Experiments::List { json } => {
                let listed = listed()?;
                if json {
                    writeln!(stdout, "{:#}", serde_json::to_value(listed)?)?;
                } else {
                    write!(stdout, "{}", in_words(&listed))?;
                }
            }
            Experiments::Show { name } => match shipped(&name) {
                Some(shipped) => stdout.write_all(shipped.text.as_bytes())?,
                None => return Err(Source::new("", "").faults(vec![no_such(&name)]).into()),
            },
        }
        Ok(stdout.flush()?)
    }
}

fn no_such(name: &str) -> Fault {
    let fault = Fault::whole(format!("there is no experiment `{name}`"));
    match nearest(name, SHIPPED.iter().map(|shipped| shipped.name)) {
        Some(near) => fault.help(format!("did you mean `{near}`?")),
        None => fault.help("`pasang experiments list` names all of them"),
    }
}

fn listed() -> Result<Vec<Listed>, super::ended::Stop> {
    let mut listed = Vec::new();
    for shipped in SHIPPED {
        let experiment = shipped.read()?;
        let (cells, games) = (experiment.cell_count(), experiment.games);
        listed.push(Listed { name: shipped.name, title: experiment.title, cells, games });
    }
    Ok(listed)
}

fn in_words(listed: &[Listed]) -> String {
    let sides = [Side::Left, Side::Right, Side::Right, Side::Left];
    let names = ["name", "cells", "games a cell", "question"];
    let mut grid = Grid::new(&[0, 1, 2, 3].map(|place| (names[place], sides[place])));
    for Listed { name, title, cells, games } in listed {
        let (cells, games) = (cells.to_string(), games.to_string());
        grid.row([(*name).to_owned(), cells, games, title.clone()]);
    }
    grid.text(super::options::room())
}
