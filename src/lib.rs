//! Pasang, the traditional board game of Brunei, played by the thousand and measured.
//!
//! The modules are a pipeline read downwards: each group is built on those above it.

// Words, numbers drawn by chance, texts that people wrote and what is wrong with them, the
// wish to stop, and what a terminal shows.
pub mod fault;
pub mod halt;
pub mod markup;
pub mod random;
pub mod table;
pub mod terminal;
pub mod wide;
pub mod words;

// The board, and what any game on it must be.
pub mod board;
pub mod game;
pub mod guise;
pub mod sheet;

// How the stones lie before the first move.
pub mod setup;
pub mod svg;

// The two games, and the rules of either.
pub mod bell;
pub mod brunei;
pub mod rules;

// What is best, and by how much.
pub mod search;

// Who plays, and one game from the first move to the last.
pub mod bots;
pub mod play;

// What is to be found out, and in which order the games are played.
pub mod experiment;
pub mod schedule;

// What the games come to.
pub mod stats;

// From an experiment to a results folder.
pub mod course;
pub mod folder;
pub mod journal;
pub mod memory;
pub mod merge;
pub mod plan;
pub mod report;
pub mod results;
pub mod run;
pub mod runner;
pub mod stage;
pub mod survey;

// What is done with results, and with the program itself.
pub mod bench;
pub mod cluster;
pub mod compare;
pub mod published;
pub mod tune;
pub mod verify;

// The command line.
pub mod cli;
pub mod commands;
