//! What is done with an experiment or a results folder: one file for each thing that is done.

pub mod bench;
pub mod cluster;
pub mod compare;
pub mod finish;
pub mod merge;
pub mod plan;
pub mod published;
pub mod run;
pub mod settle;
pub mod universe;
pub mod verify;
