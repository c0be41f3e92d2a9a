//! Integration tests of derived resources and of the driver for tests.

mod life_cycle;
mod options;
#[cfg(feature = "testing")]
mod schema_facts;
mod stored;
#[cfg(feature = "testing")]
mod testing;
#[cfg(feature = "testing")]
mod testing_context;
#[cfg(feature = "testing")]
mod testing_stacks;
mod updatable;
