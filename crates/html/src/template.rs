//! Templates as HTML.

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

/// The length up to which a name needs no places to break at.
const SHORT_NAME: usize = 18;

/// Renders a template to which [`escape_everything`] applies.
pub fn render(tera: &Tera, name: &str, context: &impl Serialize) -> tera::TeraResult<Html> {
    // Most pages are about this large.
    let mut page = Vec::with_capacity(32 << 10);
    tera.render_to(name, &Context::from_serialize(context)?, &mut page)?;
    Ok(Html(String::from_utf8(page)?.into()))
}

/// Marked as safe for templates, which escape everything else.
impl Serialize for Html {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::safe_string(&self.0).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
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
    fn components_take_html() {
        check(
            "{% component c(x) %}[{{ x }}]{% endcomponent c %}{{ <c x={html} /> }}{{ <c x={text} /> }}",
            "[<b>][&lt;i&gt;]",
        );
    }
}
