//! The past of a catalogue: the changes in each of its releases and of its guests', the HIDDEN items and the releases that hid
//! them, and the catalogue as of earlier releases.
//!
//! HIDDEN items are removed here, before any other module sees the catalogue ([`edition`]). Changes are shown by
//! `pages::releases`.

pub(crate) mod changed_since;
pub(crate) mod counts;
pub(crate) mod edition;
pub(crate) mod hidden_items;
pub(crate) mod hidden_links;
pub(crate) mod history;
pub(crate) mod named_parts;
pub(crate) mod old_releases;
pub(crate) mod options;
pub(crate) mod release_addresses;
pub(crate) mod replacement;
pub(crate) mod series;
pub(crate) mod site_release;
pub(crate) mod state_counts;
