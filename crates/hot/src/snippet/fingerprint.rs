//! Identities of unknown values: the same call with the same inputs returns the same value.
//!
//! The result of a function on an unknown value is unknown, and only its origin is known. That is not enough to compare two
//! templates. The fingerprint of a call is a hash of everything that its result depends on: the functions, the text, and the
//! values of the parameters, files, IDs and attributes that it reads.

use std::hash::{DefaultHasher, Hash, Hasher};

use indexmap::IndexSet;

use super::{Branches, Call, Content, Snippet};
use crate::data::Identity;
use crate::function;
use crate::limits::NODE;
use crate::scope::Scope;
use crate::stand_in::StandIn;

/// Hash of a value; the same in each run of the program.
pub(crate) fn identity(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// The identity of the result of a call; `None` if the budget does not allow computing it.
pub(crate) fn of_call(scope: &Scope<'_>, call: &Call) -> Option<Identity> {
    let mut fingerprint = Fingerprint::new(scope);
    fingerprint.call(call)?;
    Some(fingerprint.finish())
}

/// The identity of the result of a snippet; `None` if the budget does not allow computing it.
pub(crate) fn of_snippet(scope: &Scope<'_>, snippet: &Snippet) -> Option<Identity> {
    let mut fingerprint = Fingerprint::new(scope);
    fingerprint.snippet(snippet)?;
    Some(fingerprint.finish())
}

struct Fingerprint<'s, 'a> {
    scope: &'s Scope<'a>,
    hasher: DefaultHasher,
    /// The deployment values that the calls read.
    sources: IndexSet<StandIn>,
}

impl<'s, 'a> Fingerprint<'s, 'a> {
    fn new(scope: &'s Scope<'a>) -> Self {
        Self { scope, hasher: DefaultHasher::new(), sources: IndexSet::new() }
    }

    fn finish(self) -> Identity {
        Identity::with_hash(self.hasher.finish(), self.sources)
    }

    fn snippet(&mut self, snippet: &Snippet) -> Option<()> {
        self.scope.write(NODE).ok()?;
        match &snippet.content {
            Content::Scalar(value) => self.add(&("scalar", value.to_string())),
            Content::Omitted => self.add(&"omitted"),
            Content::Invalid(call) => {
                self.add(&("invalid", &call.name));
                self.snippet(&call.args)?;
            }
            Content::List(items) => {
                self.add(&("list", items.len()));
                items.iter().try_for_each(|item| self.snippet(item))?;
            }
            Content::Map(entries) => {
                self.add(&("map", entries.len()));
                for entry in entries {
                    self.add(&entry.key);
                    self.snippet(&entry.value)?;
                }
            }
            Content::Call(call) => self.call(call)?,
        }
        Some(())
    }

    fn call(&mut self, call: &Call) -> Option<()> {
        self.add(&call.name);
        if let Some(branches) = &call.branches {
            if let Branches::Both(_) = branches {
                self.snippet(&call.args)?;
            }
            return branches.as_slice().iter().try_for_each(|branch| self.snippet(branch));
        }
        if call.variant.reads() {
            match function::read(self.scope, call) {
                Ok(data) => {
                    self.scope.write_data(&data).ok()?;
                    self.add(&format!("{data:?}"));
                    data.each_stand_in(&mut |stand_in| _ = self.sources.insert(stand_in));
                }
                Err(fault) => self.add(&fault.to_string()),
            }
        }
        self.snippet(&call.args)
    }

    fn add(&mut self, part: &impl Hash) {
        part.hash(&mut self.hasher);
    }
}

#[cfg(test)]
mod tests {
    use heat_model::ResourceType;
    use heat_model::load::load_schema;
    use heat_yaml::Source;
    use indexmap::IndexMap;

    use crate::Data;
    use crate::resolve::resolve_alone;
    use crate::template::known::KnownAttributes;

    /// Checks whether two unknown values are the same value.
    fn check(one: &str, other: &str, are_same: bool) {
        let of = |known: KnownAttributes| identities(one, other, &known);
        let [first, second] = of(KnownAttributes::stand_ins()).map(Option::unwrap);
        assert_eq!(first == second, are_same, "{one} {other}");
        // Without stand-ins, unknown values have no identity.
        assert_eq!(of(KnownAttributes::new()), [None, None], "{one} {other}");
    }

    fn identities(one: &str, other: &str, known: &KnownAttributes) -> [Option<u64>; 2] {
        let schema = load_schema(&Source::new("none.yaml", "type: OS::Heat::None\nany_attribute: true\n"));
        let schema = schema.file.unwrap().schema;
        let types: IndexMap<String, ResourceType> = [(schema.name.clone(), schema)].into_iter().collect();
        let text = format!(
            "heat_template_version: 2018-08-31\nparameters: {{p: {{type: string, default: x}}, q: {{type: string, default: y}}}}\nresources: {{m: {{type: OS::Heat::None}}, n: {{type: OS::Heat::None}}}}\noutputs: {{one: {{value: {one}}}, other: {{value: {other}}}}}"
        );
        let resolved = resolve_alone(&text, &types, known);
        ["one", "other"].map(|name| match &resolved.outputs[name] {
            Data::Unknown(unknown) => unknown.identity.as_ref().map(|identity| identity.hash),
            known => panic!("{known:?}"),
        })
    }

    #[test]
    fn the_same_call_with_the_same_inputs_gives_the_same_value() {
        let digest = |text: &str| format!("{{digest: [md5, {{list_join: [',', [{text}]]}}]}}");
        let (m, n) = ("{get_attr: [m, x]}", "{get_attr: [n, x]}");
        check(&digest(n), &digest(n), true);
        check(&digest(n), &digest(m), false);
        check(&digest(n), &digest("{get_attr: [n, y]}"), false);
        check(&digest(n), &digest("{get_resource: n}"), false);
        check(&digest(&format!("{n}, a")), &digest(&format!("{n}, b")), false);
        check(&digest(&format!("{n}, a")), &digest(&format!("a, {n}")), false);
        check(&digest(&format!("{n}, {{get_param: p}}")), &digest(&format!("{n}, {{get_param: p}}")), true);
        check(&digest(&format!("{n}, {{get_param: p}}")), &digest(&format!("{n}, {{get_param: q}}")), false);
        check(&digest(&format!("{n}, {{a: b}}")), &digest(&format!("{n}, {{a: c}}")), false);
        check(&digest(&format!("{n}, {{a: b}}")), &digest(&format!("{n}, {{c: b}}")), false);
        check(&digest(&format!("{n}, []")), &digest(&format!("{n}, {{}}")), false);
        check(&digest(n), &digest(n).replace("md5", "sha1"), false);
        // The result of a failing call is unknown, but has an identity.
        check("{digest: [none, a]}", "{digest: [none, a]}", true);
        check("{digest: [none, a]}", "{digest: [none, b]}", false);
    }
}
