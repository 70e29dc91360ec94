//! Tests that run `pasang-exact`, in one program.

// A test fails by panicking.
#![allow(clippy::unwrap_used)]

#[path = "../../../../tests/suite/drawn.rs"]
mod drawn;
mod judge;
#[allow(dead_code)]
#[path = "../../../../tests/suite/support/page.rs"]
mod page;
mod pages;
#[allow(dead_code)]
#[path = "../../../../tests/suite/plain/mod.rs"]
mod plain;
mod proofs;
mod support;
mod universe;
