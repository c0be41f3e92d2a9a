//! `timezone`: keys of the time zone database (`zoneinfo.ZoneInfo`, which uses the system's database and the
//! package tzdata).
//!
//! A key is the path of a file in the database, so case matters and folders are not keys.

use super::text::{quote, string};
use super::zone_names::{AREAS, names};
use crate::Value;
use crate::suggest::nearest;

/// Copies of the whole database, without and with leap seconds.
const VARIANTS: [&str; 2] = ["posix/", "right/"];

/// Files of the system's database that are links to zones, and are not in the copies.
const LINKS: [&str; 2] = ["localtime", "posixrules"];

/// The maximum length of a text for which a similar name is suggested.
const MAX_SUGGESTION_LENGTH: usize = 64;

pub(super) fn check(value: &Value) -> Result<(), String> {
    if !value.is_truthy() {
        return Ok(());
    }
    let key = string(value)?;
    let variant = VARIANTS.iter().find_map(|prefix| key.strip_prefix(prefix));
    if is_zone(variant.unwrap_or(key)) || LINKS.contains(&key) || is_dotted(key) {
        return Ok(());
    }
    let folder = |(area, _): &(&str, &str)| !area.is_empty() && *area == key.trim_end_matches('/');
    if AREAS.iter().any(folder) {
        return Err(format!("{} is a group of time zones, not a time zone", quote(key)));
    }
    let likely = if key.len() <= MAX_SUGGESTION_LENGTH { suggestion(key) } else { None };
    Err(match likely {
        Some(name) => format!("no time zone is named {}; did you mean `{name}`?", quote(key)),
        None => format!("no time zone is named {}", quote(key)),
    })
}

fn is_zone(key: &str) -> bool {
    let (area, city) = match key.rsplit_once('/') {
        // Neither an absolute path nor a name without an area.
        Some(("", _)) => return false,
        Some(parts) => parts,
        None => ("", key),
    };
    AREAS
        .iter()
        .find(|(name, _)| *name == area)
        .is_some_and(|(_, cities)| cities.split_ascii_whitespace().any(|name| name == city))
}

/// Returns whether a key names a zone with dots: the package is found by names of Python modules, where a dot is equivalent to a
/// slash: `America.Indiana/Knox`.
fn is_dotted(key: &str) -> bool {
    key.split_once('/').is_some_and(|(area, city)| {
        area.contains('.') && is_zone(&format!("{}/{city}", area.replace('.', "/")))
    })
}

fn suggestion(key: &str) -> Option<String> {
    let names: Vec<String> = names().collect();
    // A name without an area means the only zone with that city.
    let city = key.replace(' ', "_");
    let mut places = names
        .iter()
        .filter(|name| name.rsplit_once('/').is_some_and(|(_, place)| place.eq_ignore_ascii_case(&city)));
    if let (Some(only), None) = (places.next(), places.next()) {
        return Some(only.clone());
    }
    nearest(key, names.iter().map(String::as_str)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(key: &str, expect: Result<(), &str>) {
        assert_eq!(super::check(&Value::from(key)), expect.map_err(str::to_owned), "{key:?}");
    }

    #[test]
    fn zones_of_the_database_are_accepted() {
        for key in [
            "Europe/Berlin",
            "UTC",
            "Etc/GMT+1",
            "America/Argentina/Buenos_Aires",
            "Factory",
            "posix/Europe/Berlin",
            "right/UTC",
            "posixrules",
            "localtime",
            "America.Indiana/Knox",
        ] {
            check(key, Ok(()));
        }
    }

    #[test]
    fn other_paths_are_refused() {
        for key in [
            " ",
            ".",
            "/",
            "/UTC",
            "../UTC",
            "./UTC",
            "Europe//Berlin",
            "Europe/Berlin/",
            "posix/posix/UTC",
            "right/posixrules",
            "posix/America.Indiana/Knox",
            "America.Indiana.Knox",
            ".America/Lima",
            "UTC\0",
            "UTC\n",
            "Europe\\Berlin",
        ] {
            assert!(super::check(&Value::from(key)).is_err(), "{key:?}");
        }
    }

    #[test]
    fn messages_suggest_the_likely_zone() {
        check("europe/berlin", Err("no time zone is named `europe/berlin`; did you mean `Europe/Berlin`?"));
        check("Berlin", Err("no time zone is named `Berlin`; did you mean `Europe/Berlin`?"));
        check("New York", Err("no time zone is named `New York`; did you mean `America/New_York`?"));
        check("Europe/", Err("`Europe/` is a group of time zones, not a time zone"));
        check("wrongtimezone", Err("no time zone is named `wrongtimezone`"));
        assert!(super::check(&Value::from("Europe/Berlin".repeat(100_000).as_str())).is_err());
    }
}
