//! Tests of the site: what `build` reads and publishes, and the data that its pages have from elsewhere.
//!
//! Tests with hostile text are in `hostile`.

mod architectures;
mod build;
mod guide;
mod vendor;
