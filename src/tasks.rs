//! What is done with an experiment, a results folder or a position: one file for each thing that is done.

pub mod finish;
pub mod merge;
pub mod run;
pub mod settle;
pub mod verify;
