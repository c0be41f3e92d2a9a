//! Changes in each version of HOT.

use super::functions::{FUNCTIONS, Function};
use super::keys::{DeletionPolicy, Keys};
use super::version::{HotVersion, TemplateVersion};

impl HotVersion {
    /// Version before this one; `None` for the first version.
    #[must_use]
    pub fn previous(self) -> Option<Self> {
        Self::ALL.into_iter().rev().find(|version| *version < self)
    }

    /// Lists the changes since the previous version, in CommonMark: additions, other changes and removals. `link` formats a
    /// function.
    #[must_use]
    pub fn news(self, link: &dyn Fn(&Function) -> String) -> String {
        let Some(before) = self.previous() else { return "the first version".to_owned() };
        let version = self;
        let (before, version) = (TemplateVersion::Hot(before), TemplateVersion::Hot(version));
        let is_there =
            |function: &Function, version| function.is_value(version) || function.is_condition(version);
        let select = |holds: &dyn Fn(&Function) -> bool| {
            FUNCTIONS.iter().filter(|function| holds(function)).map(&link).collect::<Vec<_>>().join(", ")
        };
        let added = select(&|function| is_there(function, version) && !is_there(function, before));
        let changed = select(&|function| {
            is_there(function, version)
                && is_there(function, before)
                && function.form(version) != function.form(before)
        });
        let in_conditions = select(&|function| {
            function.is_condition(version) && !function.is_condition(before) && is_there(function, before)
        });
        let removed = select(&|function| is_there(function, before) && !is_there(function, version));
        let (old, new) = (Keys::of(before), Keys::of(version));
        let sections = codes(new.sections().filter(|name| !old.is_section(name)));
        let keys = codes(new.resource.names().filter(|name| !old.resource.contains(name)));
        let lowercase = DeletionPolicy::ALL.into_iter().filter(|policy| {
            let word = policy.as_lowercase_str();
            DeletionPolicy::named(version, word).is_some() && DeletionPolicy::named(before, word).is_none()
        });
        let policies = codes(lowercase.map(DeletionPolicy::as_lowercase_str));
        let parts = [
            ("added", added),
            ("changed", changed),
            ("also in conditions", in_conditions),
            ("removed", removed),
            ("section", sections),
            ("keys of resources", keys),
            ("deletion policies", policies),
        ];
        let parts = parts.into_iter().filter(|(_, names)| !names.is_empty());
        let news = parts.map(|(what, names)| format!("{what}: {names}")).collect::<Vec<_>>().join("; ");
        if news.is_empty() { "no difference".to_owned() } else { news }
    }
}

fn codes<'n>(names: impl Iterator<Item = &'n str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_bring_functions_sections_and_keys() {
        fn check(version: &str, expect: &str) {
            let version = HotVersion::find(version).unwrap();
            assert_eq!(version.news(&|function| function.name().to_owned()), expect);
        }
        check("2013-05-23", "the first version");
        check("rocky", "no difference");
        let found = HotVersion::find("newton").unwrap().news(&|function| function.name().to_owned());
        assert!(found.contains("if") && found.contains("section: `conditions`"), "{found}");
    }
}
