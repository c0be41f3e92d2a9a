//! Rendering of templates to HTML.

use serde::{Serialize, Serializer};
use tera::{Context, Kwargs, State, Tera, Value};

use super::{Html, escape};

/// Makes all templates escape everything that is not [`Html`], regardless of their names and filters.
pub fn escape_everything(tera: &mut Tera) {
    tera.autoescape_on([""]);
    // Tera's own function leaves control characters.
    tera.set_escape_fn(|text, out| escape(text, |part| out.write_all(part.as_bytes())));
    // `Html` marks itself as safe. Everything else is text, and a template cannot override that.
    tera.register_filter("safe", |value: Value, _: Kwargs, _: &State| value);
    // A long name that breaks between its parts, and not inside a word.
    tera.register_filter("name", |value: Value, _: Kwargs, _: &State| match value.as_str() {
        Some(text) if !value.is_safe() && text.len() > SHORT_NAME => Value::safe_string(&Html::name(text).0),
        _ => value,
    });
}

/// The maximum length of a name that needs no positions at which it can break.
const SHORT_NAME: usize = 18;

/// Renders a template to which [`escape_everything`] applies.
pub fn render(tera: &Tera, name: &str, context: &impl Serialize) -> tera::TeraResult<Html> {
    // Most pages are smaller.
    let mut page = Vec::with_capacity(64 << 10);
    tera.render_to(name, &Context::from_serialize(context)?, &mut page)?;
    Ok(Html(String::from_utf8(page)?.into()))
}

/// A part of the contexts of templates that many pages share, serialized only once.
#[derive(Debug, Clone)]
pub struct Prepared(Value);

impl Prepared {
    /// Prepares a value.
    ///
    /// # Errors
    /// If the value cannot be serialized.
    pub fn new(value: &impl Serialize) -> tera::TeraResult<Self> {
        Ok(Self(Value::try_from_serializable(value)?))
    }
}

/// Serializes the value unchanged, for a context: long texts in it are shared.
impl Serialize for Prepared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Serializes the HTML as safe for templates, which escape everything else.
impl Serialize for Html {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::safe_string(&self.0).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Page {
        html: Html,
        text: &'static str,
        list: Vec<Html>,
    }

    fn check(template: &str, expect: &str) {
        let mut tera = Tera::new();
        escape_everything(&mut tera);
        tera.add_raw_template("page", template).unwrap();
        let page = Page { html: Html::literal("<b>"), text: "<i>", list: vec![Html::code("<u>")] };
        assert_eq!(render(&tera, "page", &page).unwrap().as_str(), expect, "{template}");
    }

    #[test]
    fn text_is_escaped_and_html_is_not() {
        check("{{ html }} {{ text }}", "<b> &lt;i&gt;");
        check("{% for each in list %}{{ each }}{% endfor %}", "<code>&lt;u&gt;</code>");
        check("<a title=\"{{ text }}\">", "<a title=\"&lt;i&gt;\">");
    }

    #[test]
    fn a_template_cannot_mark_text_as_safe() {
        check("{{ text | safe }} {{ html | safe }}", "&lt;i&gt; <b>");
        check("{% set x = text | upper | safe %}{{ x }}", "&lt;I&gt;");
    }

    #[test]
    fn long_names_break_between_their_parts() {
        #[derive(Serialize)]
        struct Names {
            names: [&'static str; 4],
        }
        let mut tera = Tera::new();
        escape_everything(&mut tera);
        tera.add_raw_template("page", "{% for each in names %}{{ each | name }} {% endfor %}").unwrap();
        let names =
            ["user_data", "binding:virtual_type", "GnocchiAggregationByMetrics", "<b>_of_something_longer"];
        assert_eq!(
            render(&tera, "page", &Names { names }).unwrap().as_str(),
            "user_data binding:<wbr>virtual_<wbr>type Gnocchi<wbr>Aggregation<wbr>By<wbr>Metrics &lt;b&gt;_<wbr>of_<wbr>something_<wbr>longer "
        );
    }

    #[test]
    fn prepared_parts_are_as_safe_as_others() {
        let mut tera = Tera::new();
        escape_everything(&mut tera);
        tera.add_raw_template("page", "{{ html }} {{ text }}").unwrap();
        let part = |html: Html| Prepared::new(&html).unwrap();
        let page = Prepared::new(&Page { html: Html::new(), text: "<i>", list: Vec::new() }).unwrap();
        assert_eq!(render(&tera, "page", &page).unwrap().as_str(), " &lt;i&gt;");
        let page = BTreeMap::from([("html", part(Html::literal("<b>"))), ("text", part(Html::text("<i>")))]);
        assert_eq!(render(&tera, "page", &page).unwrap().as_str(), "<b> &lt;i&gt;");
    }

    #[test]
    fn components_take_html() {
        check(
            "{% component c(x) %}[{{ x }}]{% endcomponent c %}{{ <c x={html} /> }}{{ <c x={text} /> }}",
            "[<b>][&lt;i&gt;]",
        );
    }
}
