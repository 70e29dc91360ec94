//! `pasang completions`: what a shell offers, with the words where a name is wanted: setups, rules,
//! experiments and the like.
//!
//! The generator knows lists of words and it knows files, but not both at once: where a name may also
//! be a file's, a mark stands in the list, and what it becomes is the shell's own way to do so.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command};
use clap_complete::Shell;

use super::ended::{Done, print};
use crate::base::words::Choice;
use crate::board::Group;
use crate::experiment::SHIPPED;
use crate::games::setup::{GROUPS, builtins};
use crate::games::{bell, brunei};
use crate::report::Format;

/// What stands in a list of words where files may be named, too.
const FILES: &str = "@FILES@";

/// The commands whose option `--setup` takes groups of setups.
const OF_GROUPS: [&str; 2] = ["run", "plan"];

#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLE)]
pub struct Completions {
    /// Which shell
    shell: Shell,
}

const EXAMPLE: &str = "\
Example:
  pasang completions bash > ~/.local/share/bash-completion/completions/pasang";

impl Completions {
    /// Prints the completions.
    pub fn run(self, program: Command) -> Done {
        print(script(self.shell, program))
    }
}

fn script(shell: Shell, program: Command) -> String {
    let mut program = with_words(program);
    // Made in memory: the generator would panic at a pipe that nobody reads.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut program, "pasang", &mut text);
    let text = String::from_utf8_lossy(&text);
    match shell {
        Shell::Bash => in_bash(&text),
        Shell::Zsh => text.lines().map(|line| in_zsh(line) + "\n").collect(),
        Shell::Fish => in_fish(&text) + &positionals_in_fish(&program),
        // These complete no values.
        _ => text.into_owned(),
    }
}

/// The words that may stand for an argument, the mark among them where files may; none where any
/// text may.
fn words(command: &str, arg: &Arg) -> Option<Vec<&'static str>> {
    let takes_names = {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().any(|name| name.split('|').any(|name| name == "NAME"))
    };
    let or_files = |words: Vec<&'static str>| Some([words, vec![FILES]].concat());
    let shipped = || SHIPPED.iter().map(|shipped| shipped.name).collect();
    match arg.get_id().as_str() {
        "format" => Some(Format::words().collect()),
        "symmetry" => Some(Group::words().collect()),
        "name" if command == "show" => Some(shipped()),
        "experiment" if takes_names => or_files(shipped()),
        "rules" if takes_names => {
            let of_brunei = brunei::PRESETS.iter().map(|preset| preset.name);
            or_files(of_brunei.chain(bell::PRESETS.iter().map(|preset| preset.name)).collect())
        }
        "setup" | "setups" if takes_names => {
            let groups = GROUPS.iter().filter(|_| OF_GROUPS.contains(&command));
            let names = builtins().iter().map(|setup| setup.name.as_str());
            or_files(names.chain(groups.copied()).collect())
        }
        _ => None,
    }
}

fn with_words(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_args(|arg| match words(&name, &arg) {
        Some(words) => arg.value_parser(PossibleValuesParser::new(words)),
        None => arg,
    });
    command.mut_subcommands(with_words)
}

/// `compgen` lists files beside the words, and so it does below a list of all that a command takes.
fn in_bash(text: &str) -> String {
    let (mark, files) = (format!(" {FILES}"), "compgen -f -W");
    let mut of_files = false;
    let mut script = String::new();
    for line in text.lines() {
        let is_marked = line.contains(&mark);
        let line = line.replace(&mark, "");
        if line.trim_start().starts_with("opts=") {
            of_files = is_marked;
        }
        let offers = line.contains("compgen -W");
        if offers && (is_marked || of_files && line.contains("${opts}")) {
            // So a folder can be gone into; older shells do not know it.
            let line = line.replace("compgen -W", files) + "; compopt -o filenames 2> /dev/null";
            script += &line;
        } else {
            script += &line;
        }
        script.push('\n');
    }
    script
}

/// The words, and then the files.
fn in_zsh(line: &str) -> String {
    let end = format!(" {FILES})");
    let words = line.split_once(&end).and_then(|(before, behind)| {
        let (before, words) = before.rsplit_once('(')?;
        Some(format!("{before}{{compadd \"$expl[@]\" - {words}; _files \"$expl[@]\"}}{behind}"))
    });
    words.unwrap_or_else(|| line.to_owned())
}

/// `-f` forbids files, and `-F` allows them.
fn in_fish(text: &str) -> String {
    let mark = format!("\n{FILES}\\t''");
    let mut parts: Vec<&str> = text.split(&mark).collect();
    let last = parts.pop().unwrap_or_default();
    let or_files = parts.into_iter().map(|part| match part.rsplit_once(" -r -f -a ") {
        Some((before, words)) => format!("{before} -r -F -a {words}"),
        None => part.to_owned(),
    });
    or_files.collect::<String>() + last
}

/// The generator leaves out what stands without an option's name.
fn positionals_in_fish(program: &Command) -> String {
    let mut script = String::new();
    let mut add = |command: &Command, condition: &str| {
        for arg in command.get_positionals() {
            let Some(words) = words(command.get_name(), arg) else { continue };
            let files = if words.contains(&FILES) { " -F" } else { " -f" };
            let words: Vec<&str> = words.into_iter().filter(|word| *word != FILES).collect();
            let words = words.join(" ");
            script += &format!("complete -c pasang -n \"{condition}\"{files} -a \"{words}\"\n");
        }
    };
    for command in program.get_subcommands() {
        let condition = format!("__fish_pasang_using_subcommand {}", command.get_name());
        add(command, &condition);
        for below in command.get_subcommands() {
            let name = below.get_name();
            add(below, &format!("{condition}; and __fish_seen_subcommand_from {name}"));
        }
    }
    script
}
