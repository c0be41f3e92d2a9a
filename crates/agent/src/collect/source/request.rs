//! A temporary URL, under which Heat stores the metadata as an object.

use super::answer::{Answer, FetchResult, json_of, map_of, needed};
use super::clients::Clients;
use crate::collect::files::MAX_METADATA;
use crate::collect::ini::Options;
use crate::network::{Request, Response};

/// Validators of the object that was read last, as reported by the server.
#[derive(Default)]
pub(super) struct Validators {
    url: String,
    etag: Option<String>,
    modified: Option<String>,
}

/// Fetches the object, unless it is the one that was read last, or an older one.
pub(super) fn fetch(clients: &mut Clients, known: &mut Validators, options: &Options) -> FetchResult {
    let url = needed(options, "request", "metadata_url")?;
    if known.url != url {
        *known = Validators { url: url.to_owned(), ..Validators::default() };
    }
    let mut headers = Vec::new();
    // The digest is exact; the time has only seconds, so that a second change within one second would be missed.
    match (&known.etag, &known.modified) {
        (Some(etag), _) => headers.push(("if-none-match", etag.as_str())),
        (None, Some(modified)) => headers.push(("if-modified-since", modified.as_str())),
        (None, None) => {}
    }
    let client = clients.client(options, "request", None);
    let response = client.send(Request::get(url, &headers, MAX_METADATA))?;
    if response.status == 304 {
        return Err(Answer::Unchanged);
    }
    let modified = response.header("last-modified");
    if let (Some(now), Some(before)) = (modified.and_then(date), known.modified.as_deref().and_then(date))
        && now < before
    {
        // The store has not yet copied the newest version to all servers.
        return Err(Answer::Unavailable("the object is older than the one that was read last".to_owned()));
    }
    let content = map_of(json_of(&response, "the object")?, "the object")?;
    known.etag = header(&response, "etag");
    known.modified = header(&response, "last-modified");
    Ok(content)
}

fn header(response: &Response, name: &str) -> Option<String> {
    response.header(name).filter(|value| !value.is_empty()).map(str::to_owned)
}

/// Parses a time as HTTP writes it (`Wed, 25 Nov 2026 04:00:00 GMT`), into a comparable value.
fn date(text: &str) -> Option<(u32, u32, u32, &str)> {
    const MONTHS: &str = "JanFebMarAprMayJunJulAugSepOctNovDec";
    let mut fields = text.split_once(", ")?.1.split(' ');
    let day = fields.next()?.parse().ok()?;
    let month = fields.next().filter(|month| month.len() == 3)?;
    let month = u32::try_from(MONTHS.find(month)?).ok()?;
    let year = fields.next()?.parse().ok()?;
    let time = fields.next().filter(|time| time.len() == 8)?;
    Some((year, month, day, time))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn times_are_compared() {
        let times = [
            "Thu, 31 Dec 2015 23:59:59 GMT",
            "Fri, 01 Jan 2016 00:00:00 GMT",
            "Fri, 01 Jan 2016 10:00:00 GMT",
            "Mon, 01 Feb 2016 00:00:00 GMT",
        ];
        assert!(times.iter().all(|time| date(time).is_some()));
        assert!(times.is_sorted_by(|one, other| date(one) < date(other)));
        for invalid in ["", "now", "Fri, x", "Fri, 01 Foo 2016 00:00:00 GMT", "Fri, 01 Jan 2016 0:00 GMT"] {
            assert_eq!(date(invalid), None, "{invalid}");
        }
    }
}
