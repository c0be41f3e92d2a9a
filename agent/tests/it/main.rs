//! The program, started as a server starts it.
