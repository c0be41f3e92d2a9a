//! Availability of functions: the templates that support each function, and the form that it has there.

use super::functions::{Function, Variant};
use super::version::{HotVersion, TemplateVersion};

impl Function {
    /// Returns the form of the function in templates of this version, provided that they support it.
    #[must_use]
    pub fn form(&self, version: TemplateVersion) -> Variant {
        let is_there = |since: HotVersion| match version {
            TemplateVersion::Hot(version) => since <= version,
            TemplateVersion::HeatCfn | TemplateVersion::AwsCfn => true,
        };
        let forms = self.forms.iter().take_while(|(since, _)| is_there(*since));
        forms.last().map_or(Variant::Invalid, |(_, form)| *form)
    }

    /// Returns whether templates of this version resolve the function where a value is expected.
    #[must_use]
    pub fn is_value(&self, version: TemplateVersion) -> bool {
        match version {
            TemplateVersion::Hot(version) => {
                self.hot.is_some_and(|(first, last)| (first..=last).contains(&version))
            }
            TemplateVersion::HeatCfn => self.heat_cfn,
            TemplateVersion::AwsCfn => self.aws_cfn,
        }
    }

    /// Returns whether templates of this version resolve the function where a condition is expected.
    #[must_use]
    pub fn is_condition(&self, version: TemplateVersion) -> bool {
        match version {
            TemplateVersion::Hot(version) => self.hot_condition.is_some_and(|first| first <= version),
            TemplateVersion::HeatCfn => false,
            TemplateVersion::AwsCfn => self.aws_condition,
        }
    }

    /// Returns whether templates of this version reject the function because an earlier version removed it.
    #[must_use]
    pub fn is_removed(&self, version: TemplateVersion) -> bool {
        match (version, self.hot) {
            (TemplateVersion::Hot(version), Some((_, last))) => last < version,
            _ => false,
        }
    }

    /// Returns whether some version of HOT resolves the function where a value is expected.
    #[must_use]
    pub const fn is_hot_value(&self) -> bool {
        self.hot.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HotVersion::{V2013_05_23, V2015_04_30, V2021_04_16};
    use crate::{FUNCTIONS, function};

    /// Compares the versions of HOT that resolve a function in values, and in conditions.
    fn check(name: &str, values: &str, conditions: &str) {
        let function = function(name).unwrap();
        let versions = |is_there: &dyn Fn(TemplateVersion) -> bool| {
            let there: Vec<&str> = HotVersion::ALL
                .into_iter()
                .filter(|version| is_there(TemplateVersion::Hot(*version)))
                .map(HotVersion::as_str)
                .collect();
            match there[..] {
                [] => String::new(),
                [first, .., last] => format!("{first} to {last}"),
                [only] => only.to_owned(),
            }
        };
        assert_eq!(versions(&|version| function.is_value(version)), values, "{name} in values");
        assert_eq!(versions(&|version| function.is_condition(version)), conditions, "{name} in conditions");
    }

    #[test]
    fn a_function_has_its_versions() {
        check("get_attr", "2013-05-23 to 2021-04-16", "");
        check("yaql", "2016-10-14 to 2021-04-16", "2017-09-01 to 2021-04-16");
        check("equals", "", "2016-10-14 to 2021-04-16");
        check("Fn::Select", "2013-05-23 to 2015-04-30", "");
        check("Ref", "2013-05-23", "");
        check("Fn::GetAtt", "", "");
    }

    #[test]
    fn a_function_has_the_form_of_the_version() {
        let check = |name: &str, version: TemplateVersion, expect: Variant| {
            assert_eq!(function(name).unwrap().form(version), expect, "{name} {version:?}");
        };
        check("get_attr", TemplateVersion::Hot(V2013_05_23), Variant::GetAttThenSelect);
        check("get_attr", TemplateVersion::Hot(V2015_04_30), Variant::GetAtt);
        check("get_attr", TemplateVersion::Hot(HotVersion::V2018_08_31), Variant::GetAttAllAttributes);
        check("if", TemplateVersion::Hot(HotVersion::V2018_08_31), Variant::If);
        check("if", TemplateVersion::Hot(V2021_04_16), Variant::IfNullable);
        check("Fn::If", TemplateVersion::AwsCfn, Variant::If);
        check("yaql", TemplateVersion::Hot(V2013_05_23), Variant::Invalid);
    }

    #[test]
    fn each_function_is_listed_once() {
        for function in FUNCTIONS {
            let count = FUNCTIONS.iter().filter(|other| other.name == function.name).count();
            assert_eq!(count, 1, "{}", function.name);
            let in_conditions = function.hot_condition.is_some() || function.aws_condition;
            assert!(function.hot.is_some() || function.heat_cfn || function.aws_cfn || in_conditions);
            assert!(function.forms.is_sorted_by_key(|(since, _)| since));
        }
    }
}
