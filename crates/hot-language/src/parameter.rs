//! Definitions of parameters, as each version of templates spells them.

use crate::{HotVersion, TemplateVersion};

/// Spelling of parameter definitions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// HOT 2013-05-23 up to 2016-10-14.
    Hot20130523,
    /// HOT 2017-02-24 and 2017-09-01, with the constraint `modulo`.
    Hot20170224,
    /// HOT from 2018-03-02 on, with `tags`.
    Hot20180302,
    /// Formats in the style of `CloudFormation`.
    Cfn,
}

/// Keys of a definition in the spelling of a dialect. Keys that the dialect does not have are empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after the key in HOT")]
pub struct ParameterKeys {
    pub parameter_type: &'static str,
    pub description: &'static str,
    pub default: &'static str,
    pub hidden: &'static str,
    pub label: &'static str,
    pub immutable: &'static str,
    pub tags: &'static str,
}

const HOT_KEYS: ParameterKeys = ParameterKeys {
    parameter_type: "type",
    description: "description",
    default: "default",
    hidden: "hidden",
    label: "label",
    immutable: "immutable",
    tags: "",
};

impl Dialect {
    /// Returns the dialect of templates of this version.
    #[must_use]
    pub fn of(version: TemplateVersion) -> Self {
        match version {
            TemplateVersion::Hot(version) if version >= HotVersion::V2018_03_02 => Self::Hot20180302,
            TemplateVersion::Hot(version) if version >= HotVersion::V2017_02_24 => Self::Hot20170224,
            TemplateVersion::Hot(_) => Self::Hot20130523,
            TemplateVersion::HeatCfn | TemplateVersion::AwsCfn => Self::Cfn,
        }
    }

    /// Keys that a definition may have.
    #[must_use]
    pub fn allowed_keys(self) -> &'static [&'static str] {
        const HOT: [&str; 9] = [
            "type",
            "description",
            "default",
            "schema",
            "constraints",
            "hidden",
            "label",
            "immutable",
            "tags",
        ];
        match self {
            Self::Hot20130523 | Self::Hot20170224 => &HOT[..8],
            Self::Hot20180302 => &HOT,
            Self::Cfn => &[
                "Type",
                "Default",
                "NoEcho",
                "AllowedValues",
                "AllowedPattern",
                "MaxLength",
                "MinLength",
                "MaxValue",
                "MinValue",
                "Description",
                "ConstraintDescription",
                "Label",
            ],
        }
    }

    /// Returns whether this is a dialect of HOT.
    #[must_use]
    pub fn is_hot(self) -> bool {
        self != Self::Cfn
    }

    /// Returns whether `modulo` is a constraint. In earlier versions, Heat accepts the key but finds no constraint in it.
    #[must_use]
    pub fn has_modulo(self) -> bool {
        matches!(self, Self::Hot20170224 | Self::Hot20180302)
    }

    /// Names of the keys.
    #[must_use]
    pub const fn keys(self) -> ParameterKeys {
        match self {
            Self::Hot20130523 | Self::Hot20170224 => HOT_KEYS,
            Self::Hot20180302 => ParameterKeys { tags: "tags", ..HOT_KEYS },
            Self::Cfn => ParameterKeys {
                parameter_type: "Type",
                description: "Description",
                default: "Default",
                hidden: "NoEcho",
                label: "Label",
                immutable: "",
                tags: "",
            },
        }
    }

    /// Names that Heat reserves. `OS::region` never has a value.
    #[must_use]
    pub fn pseudo_parameters(self) -> &'static [&'static str] {
        if self.is_hot() {
            &["OS::stack_id", "OS::stack_name", "OS::region", "OS::project_id"]
        } else {
            &["AWS::StackId", "AWS::StackName", "AWS::Region"]
        }
    }

    /// Finds the type with this name.
    #[must_use]
    pub fn type_named(self, name: &str) -> Option<ParameterType> {
        ParameterType::ALL.into_iter().find(|known| known.name(self) == name)
    }
}

/// Type of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is named after Heat's type")]
pub enum ParameterType {
    String,
    Number,
    CommaDelimitedList,
    Json,
    Boolean,
}

impl ParameterType {
    /// All types of parameters.
    pub const ALL: [Self; 5] =
        [Self::String, Self::Number, Self::CommaDelimitedList, Self::Json, Self::Boolean];

    /// Name of the type in templates.
    #[must_use]
    pub fn name(self, dialect: Dialect) -> &'static str {
        match (self, dialect.is_hot()) {
            (Self::String, true) => "string",
            (Self::String, false) => "String",
            (Self::Number, true) => "number",
            (Self::Number, false) => "Number",
            (Self::CommaDelimitedList, true) => "comma_delimited_list",
            (Self::CommaDelimitedList, false) => "CommaDelimitedList",
            (Self::Json, true) => "json",
            (Self::Json, false) => "Json",
            (Self::Boolean, true) => "boolean",
            (Self::Boolean, false) => "Boolean",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_dialects() {
        fn check(version: TemplateVersion, expect: Dialect) {
            assert_eq!(Dialect::of(version), expect, "{version:?}");
        }
        check(TemplateVersion::Hot(HotVersion::V2013_05_23), Dialect::Hot20130523);
        check(TemplateVersion::Hot(HotVersion::V2016_10_14), Dialect::Hot20130523);
        check(TemplateVersion::Hot(HotVersion::V2017_02_24), Dialect::Hot20170224);
        check(TemplateVersion::Hot(HotVersion::V2017_09_01), Dialect::Hot20170224);
        check(TemplateVersion::Hot(HotVersion::V2018_03_02), Dialect::Hot20180302);
        check(TemplateVersion::Hot(HotVersion::NEWEST), Dialect::Hot20180302);
        check(TemplateVersion::HeatCfn, Dialect::Cfn);
        check(TemplateVersion::AwsCfn, Dialect::Cfn);
    }

    #[test]
    fn types_are_named_per_dialect() {
        fn check(dialect: Dialect, name: &str, expect: Option<ParameterType>) {
            assert_eq!(dialect.type_named(name), expect, "{name}");
        }
        check(Dialect::Hot20130523, "json", Some(ParameterType::Json));
        check(Dialect::Hot20130523, "Json", None);
        check(Dialect::Cfn, "CommaDelimitedList", Some(ParameterType::CommaDelimitedList));
        check(Dialect::Cfn, "List", None);
    }
}
