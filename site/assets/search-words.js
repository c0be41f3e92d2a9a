// The words of the search: how names and queries are split, which forms of a word are the same word, which words an abbreviation
// of `search-abbreviations.js` stands for, what is misspelt, and which words name a member of a type.
(function (global) {
  "use strict";

  // "OS::Nova::KeyPair" → os nova key pair; "fixed_ip" → fixed ip; "QoSPolicy" → qos policy
  function words(text) {
    if (/^[a-z0-9]*$/.test(text)) return text ? [text] : [];
    if (/^[a-z0-9_ ]*$/.test(text)) return text.split(/[_ ]+/).filter(Boolean);
    return text
      .replace(/IPsec|IPv[46]|QoS|[A-Z]+aaS/g, function (name) { return " " + name.toLowerCase() + " "; })
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean);
  }

  function singular(word) {
    if (word.length < 3 || !word.endsWith("s") || /(ss|us|is)$/.test(word)) return word;
    if (word.endsWith("ies")) return word.slice(0, -3) + "y";
    if (/(ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
    return word.slice(0, -1);
  }

  // "scaling", "scaled" and "scale" → scal; "encryption" and "encrypted" → encrypt
  function stem(word) {
    var s = singular(word);
    var cut = s.replace(/([a-z]{3})(?:ing|ed)$/, "$1").replace(/([a-z]{4}[st])ion$/, "$1");
    if (cut !== s) cut = cut.replace(/([bdgmnprt])\1$/, "$1");
    return cut.length > 3 ? cut.replace(/e$/, "") : cut;
  }

  // Edit distance in which swapping two neighbours is one error; any distance above `limit` is `limit + 1`.
  function distance(a, b, limit) {
    var older, old = [], row, i, j;
    if (Math.abs(a.length - b.length) > limit) return limit + 1;
    for (j = 0; j <= b.length; j++) old[j] = j;
    for (i = 1; i <= a.length; i++) {
      row = [i];
      var least = i;
      for (j = 1; j <= b.length; j++) {
        var value = Math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, older[j - 2] + 1);
        row[j] = value;
        if (value < least) least = value;
      }
      if (least > limit) return limit + 1;
      older = old;
      old = row;
    }
    return old[b.length];
  }

  // A path as Heat writes it, without the indexes of lists: "networks[0].port" → networks.port
  function withoutIndexes(path) { return path.replace(/\[\d+\]/g, "").replace(/\.\d+(?=\.|$)/g, "").replace(/[:.,]+$/, ""); }

  // The path of the property that a message is about: "Property error: resources.a.properties.networks[0].port: …" → networks.port
  function pathIn(message) {
    var found = /\.properties\.([\w.[\]-]+)/.exec(message);
    return found && /\s/.test(message.trim()) ? withoutIndexes(found[1]) : "";
  }

  // "type:nova status:dep fixed_ip" → the filters, and the words to rank by
  function parse(query) {
    // Of a path in a template, what follows the resource: "resources.server.properties.key_name" → key_name
    var typed = query.trim().replace(/(^|\s)(?:resources\.)?[^\s.:]+\.properties\.(?=\S)/gi, "$1");
    if (!/\s/.test(typed)) typed = withoutIndexes(typed);
    var q = { words: [], type: [], status: [], kind: "", typed: typed, text: typed.toLowerCase() };
    typed.split(/\s+/).forEach(function (part) {
      var m = /^(types?|prop(?:erty|erties|s)?|attr(?:ibutes?|s)?|status):(?!:)(.*)$/i.exec(part);
      var key = m ? m[1][0].toLowerCase() : "";
      if (key === "t") { if (m[2]) q.type.push(m[2].toLowerCase()); }
      else if (key === "s") { if (m[2]) q.status.push(m[2].toLowerCase()); }
      else if (key) { q.kind = key === "p" ? "prop" : "attr"; q.words = q.words.concat(words(m[2])); }
      else q.words = q.words.concat(words(part));
    });
    q.capitals = /\p{Lu}/u.test(typed);
    q.verbatim = /[._:-]/.test(q.text);
    q.restricts = !!(q.type.length || q.status.length || q.kind);
    return withWords(q, q.words);
  }

  function withWords(query, found) {
    query.words = found.slice(0, 8);
    query.joined = query.words.map(singular).join("");
    return query;
  }

  // The words around "of", if a query has it: "size of a volume", "the nameservers for my subnet". Those before it may name a member
  // of what those after it name. `weights` are 0 for grammatical words, and 1 for those that say little.
  function memberOf(words, weights) {
    var at = words.findIndex(function (word, i) { return i > 0 && /^(of|for|in|on)$/.test(word); });
    if (at < 0) return null;
    function joined(from, to, least) {
      return words.slice(from, to).filter(function (word, i) { return weights[from + i] >= least; }).map(singular).join("");
    }
    return { names: [joined(0, at, 1), joined(0, at, 2)], owner: joined(at + 1, words.length, 1) };
  }

  // Whether that names an entry and the type that it belongs to, by its name or one of its keywords.
  function isMember(entry, owner, member) {
    if (!member.names.includes(entry.joined)) return false;
    return member.owner === owner.joined || owner.phrases.some(function (phrase) { return phrase.map(singular).join("") === member.owner; });
  }

  // The results of a query in several words, in which the best member of each of the first types follows it, if it is nearly as good: the type
  // is often found by what its members say.
  function withMembers(found, ownerOf) {
    var NEARLY = 0.75, FIRST = 3;
    var best = new Map(), placed = new Set();
    found.forEach(function (each) {
      var owner = ownerOf(each.n);
      if (owner >= 0 && !best.has(owner)) best.set(owner, each);
    });
    found.forEach(function (each, place) {
      placed.add(each);
      var member = place < FIRST && best.get(each.n);
      if (member && member.score > NEARLY * each.score) placed.add(member);
    });
    return Array.from(placed);
  }

  // The anchor of most headings: "Keys of a type" → keys-of-a-type
  function anchor(title) {
    return title.toLowerCase().split(/[^a-z0-9]+/).filter(Boolean).join("-");
  }

  // Whether a word is written in full in other places.
  function isAbbreviation(word) { return Object.hasOwn(global.heatSearchAbbreviations, word); }

  // The query with words in place of its abbreviations, if it has any: "sg rule" → "security group rule". Filters stay.
  function writtenOut(query) {
    if (!query.words.some(isAbbreviation)) return [];
    var found = query.words.map(function (word) { return isAbbreviation(word) ? global.heatSearchAbbreviations[word] : word; });
    return [withWords(Object.assign({}, query, { typed: "", text: "", verbatim: false }), found.join(" ").split(" "))];
  }

  // Whether a few words, or the state of a stack, sound like an error rather than like a type or a property.
  function soundsLikeError(query) {
    return /_FAILED\b/.test(query) || /\S\s+\S/.test(query) && /\b(?:abort|already|cannot|conflict|deadlock|denied|down|duplicate|error|exceed|exhaust|exist|expire|fail|found|immutable|in use|invalid|lost|miss|refuse|reject|reset|retries|stuck|time ?out|timed|unable|unauthor|unavailable|unknown|unreachable|valid|wrong)/i.test(query);
  }

  // Whether a query may be a message of Heat or name a rule, or is not found otherwise: those have an index of their own.
  // `ids` are those of them that look like any other word.
  function mayBeError(query, result, ids) {
    return ids.includes(query.trim().toLowerCase()) || !result.total || result.partial || /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/.test(query) || /\[[a-z-]+\]/.test(query) || /\s\S+\s+\S/.test(query) || /^[A-Z]\S*\s\S/.test(query)
      || soundsLikeError(query) || /^(?:(?:[A-Z]+[a-z]+){2,}|Conflict|Forbidden|Timeout|Unauthorized)$/.test(query.trim());
  }

  // Whether a query is a name as templates have it, and none of the results has it: it may be that of something that was hidden.
  function mayBeHidden(query, result) {
    if (!result.total || result.partial) return true;
    var name = parse(query).text;
    return /^[\w.:]*[_:.][\w.:]*$/.test(name) && !result.hits.some(function (hit) {
      return [hit.name, hit.path, hit.type, hit.type + "." + hit.path].some(function (own) { return own.toLowerCase() === name; });
    });
  }

  // The hidden items of this name, each with what replaces it, before the other results.
  function withHidden(query, result, names) {
    var name = parse(query).text, found = [];
    names.forEach(function (item) {
      var type = item[0], path = item[1], all = path ? [path, type + "." + path, type + " " + path, path.split(".").pop()] : [type];
      if (!all.some(function (own) { return own.toLowerCase() === name; })) return;
      found.push({ kind: "hidden", words: item[2], name: path || type, type: path ? type : "", path: path || type, url: item[3], status: "hidden", text: item[4] });
      item[5].forEach(function (instead) {
        found.push({ kind: "hidden", words: "replacement", name: instead[0], type: "", path: instead[0], url: instead[1], status: "supported", text: "" });
      });
    });
    if (!found.length) return result;
    var urls = new Set();
    var hits = found.concat(result.partial ? [] : result.hits).filter(function (hit) { return !urls.has(hit.url) && urls.add(hit.url); });
    return Object.assign({}, result, { total: result.partial ? hits.length : result.total + hits.length - result.hits.length, partial: false, hits: hits, hidden: true });
  }

  global.heatSearchWords = { pathIn: pathIn, mayBeHidden: mayBeHidden, withHidden: withHidden, words: words, singular: singular, stem: stem, distance: distance, anchor: anchor, parse: parse, writtenOut: writtenOut, memberOf: memberOf, isMember: isMember, withMembers: withMembers, isAbbreviation: isAbbreviation, soundsLikeError: soundsLikeError, mayBeError: mayBeError };
})(globalThis);
