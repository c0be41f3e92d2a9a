// The search itself, without a page: given the index, it returns a ranked list of results for a query. It is loaded when the
// search field is first focused, after `search-words.js`.
//
// The index (`crates/site/src/search`): `types` are names, and `urls` the addresses that do not follow from them, by
// index; `status` and `rank` have a digit for each, `keywords` a list and `text` the first sentence. `props`, `attrs` and
// `policy` list their entries in source order, nested ones after those that contain them: a digit for the depth, one for the
// status, a letter for the type (uppercase if it is required), and the name. `said` has the words of all their descriptions,
// the type's first, separated by `|`. `pages` are title, address, kind, words and keywords; a section comes after its page, and has
// only its anchor as address, if that does not follow from the title. `stop` and `filler` are words that are not in the index of
// descriptions.
(function (global) {
  "use strict";

  var STATUS = ["supported", "deprecated", "unsupported", "hidden"];
  var TYPES = { s: "string", i: "integer", n: "number", b: "boolean", m: "map", l: "list", a: "any" };
  // For equal matches, a type comes before a property, and that before an attribute; constraints and releases come last.
  var KINDS = { type: 0.45, page: 0.3, prop: 0.2, attr: 0.1, guide: 0.1, function: 0.1, policy: 0.05, constraint: -0.6, release: -0.35 };
  var PAGES = { p: "page", g: "guide", f: "function", c: "constraint", r: "release" };
  // The field in which a word is found: the name, a keyword, a longer keyword, the service, the names of a type's properties, a
  // description.
  var NAME = 1, KEYWORD = 0.95, PART = 0.6, SERVICE = 0.8, MEMBER = 0.25, SAID = 0.45, SAID_BELOW = 0.15;
  // The weight of a word that is found in the type or the parents of a property.
  var AROUND = 0.4;
  // How well a word of the query matches a word of the index.
  var EXACT = 1, PLURAL = 0.97, STEM = 0.88, PREFIX = 0.6, TYPO = 0.45, TYPOS = 0.35;
  // For a name, or a keyword, all of whose words are in the query.
  var WHOLE = 0.5;
  // For a type that many others mention; subtracted for a status other than SUPPORTED, and for names of other clouds.
  var KNOWN = 0.3, OUTDATED = 0.25, COMPATIBLE = 0.15;
  // For a member that is named with its type, "size of a volume", and for properties, if the query asks what a change does.
  var OF_TYPE = 0.8, CHANGED = 0.25;
  // For a section of the guide that has the whole query as one of its other words.
  var SECTION = 0.6;
  // For what is only found with the words of an abbreviation.
  var WRITTEN_OUT = 0.95;
  // Hits that are weaker than this share of the best one are noise.
  var CUT = 0.36;

  var text = global.heatSearchWords;
  var words = text.words, singular = text.singular, stem = text.stem, distance = text.distance, parse = text.parse;

  function urlOf(type) {
    return "types/" + type.split("::").map(encodeURIComponent).join("/") + ".html";
  }

  function createSearch(index) {
    var entries = [];
    var vocabulary = []; // { word, singular, stem, named, places: [entry, field weight, words that it stands for, …] }
    var tokens = new Map();
    var list = function (text) { return new Set((text || "").split(" ")); };
    var stop = list(index.stop), filler = list(index.filler);

    function token(word) {
      var t = tokens.get(word);
      if (!t) {
        t = { word: word, singular: singular(word), stem: stem(word), named: false, places: [] };
        vocabulary.push(t);
        tokens.set(word, t);
      }
      return t;
    }

    function oneOf(word) { return token(word).singular; }

    function put(word, entry, weight, span) {
      var t = token(word);
      if (weight > SAID) t.named = true;
      t.places.push(entry, weight, span);
    }

    var compounds = new Map(); // "loadbalancer" → load balancer
    var split = new Map(); // the words of a name; many entries have the same name
    function wordsOf(name) {
      var found = split.get(name);
      if (!found) split.set(name, (found = words(name)));
      return found;
    }

    function putName(entry, name) {
      var own = wordsOf(name);
      own.forEach(function (word) { put(word, entry, NAME, 1); });
      // "keypair" for KeyPair, "portforward" for FloatingIPPortForward
      for (var from = 0; from < own.length && from < 8; from++)
        for (var to = from + 2; to <= own.length && to < from + 4; to++) {
          var joined = own.slice(from, to).join("");
          put(joined, entry, NAME, to - from);
          compounds.set(joined, own.slice(from, to));
        }
      return own;
    }

    function putKeywords(entry, phrases) {
      return phrases.map(words).filter(function (phrase) {
        phrase.forEach(function (word) { put(word, entry, phrase.length > 1 ? PART : KEYWORD, 0); });
        if (phrase.length > 1) put(phrase.join(""), entry, KEYWORD, 0);
        return phrase.length;
      });
    }

    function putSaid(entry, text) {
      if (!text) return;
      words(text).forEach(function (word) { put(word, entry, SAID, 0); });
      entries[entry].said = text;
    }

    function add(hit, owner) {
      var n = entries.length;
      var entry = { hit: hit, owner: owner, parent: -1, length: 0, joined: "", phrases: [], said: "", bonus: KINDS[hit.kind] };
      entries.push(entry);
      var own = putName(n, hit.name);
      entry.length = own.length;
      entry.joined = own.map(oneOf).join("");
      return n;
    }

    function status(digit) { return STATUS[+digit] || STATUS[0]; }

    function addMembers(kind, owner, lines, said) {
      var type = entries[owner].hit;
      var parents = []; // entries
      (lines || []).forEach(function (line) {
        var depth = parseInt(line[0], 36), name = line.slice(3);
        parents.length = Math.min(depth, parents.length);
        var path = parents.map(function (p) { return entries[p].hit.name; }).concat(name).join(".");
        var n = add({ kind: kind, name: name, type: type.type, path: path, url: type.url + "#" + kind + "-" + encodeURI(path), status: status(line[1]),
          valueType: TYPES[line[2].toLowerCase()] || "", required: line[2] !== line[2].toLowerCase() }, owner);
        if (parents.length) entries[n].parent = parents[parents.length - 1];
        entries[n].bonus += entries[owner].known / 2 - 0.03 * parents.length;
        putSaid(n, said.shift());
        parents.push(n);
      });
    }

    (index.types || []).forEach(function (type, i) {
      var cut = type.lastIndexOf("::") + 2;
      var said = index.said[i].split("|");
      var n = add({ kind: "type", name: cut > 1 ? type.slice(cut) : type, type: type, path: "", url: (index.urls || {})[i] || urlOf(type), status: status(index.status[i]), text: index.text[i] }, -1);
      var entry = entries[n];
      // A type is well known if others mention it, and if it has many keywords.
      entry.known = KNOWN * (2 * (+index.rank[i] || 0) / 9 + Math.min(1, index.keywords[i].length / 10)) / 3 - (type.startsWith("AWS::") ? COMPATIBLE : 0);
      entry.bonus += entry.known;
      if (cut > 1) words(type.slice(0, cut)).forEach(function (word) { put(word, n, SERVICE, 0); });
      entry.phrases = putKeywords(n, index.keywords[i]).concat(type.split("::").slice(1, -1).map(words));
      putSaid(n, said.shift());
      addMembers("prop", n, index.props[i], said);
      addMembers("attr", n, index.attrs[i], said);
      addMembers("policy", n, index.policy[i], said);
    });
    var ofPage = ""; // the page that sections belong to
    (index.pages || []).forEach(function (page) {
      var url = page[1];
      if (url[0] !== "#") ofPage = url;
      else url = ofPage + (url === "#" ? "#" + text.anchor(page[0]) : url);
      var n = add({ kind: PAGES[page[2]] || "page", name: page[0], type: "", path: "", url: url, status: STATUS[0] }, -1);
      putSaid(n, page[3]);
      entries[n].phrases = putKeywords(n, page[4].split("|"));
      entries[n].section = url.includes("#") && !!page[4];
      if (page[2] === "g" && !page[1].includes("#")) entries[n].bonus = KINDS.page;
    });
    entries.forEach(function (entry) { if (entry.hit.status !== STATUS[0]) entry.bonus -= OUTDATED; });

    // How well a word of the query matches each word of the index: [token, quality, …].
    function meet(word, optional) {
      var found = [], known = false;
      var one = singular(word), root = stem(word);
      vocabulary.forEach(function (t) {
        var quality = 0;
        if (t.word === word) quality = EXACT;
        else if (t.singular === one) quality = PLURAL;
        else if (optional) return; // "create" is not about what is "created_at"
        else if (t.stem === root) quality = STEM;
        else if (t.word.startsWith(word)) quality = PREFIX + 0.25 * (word.length / t.word.length);
        else return;
        if (t.named && quality >= STEM) known = true;
        found.push(t, quality);
      });
      if (known || optional || word.length < 4 || text.isAbbreviation(word)) return found;
      // There is no such word: it may be misspelt.
      var limit = word.length < 8 ? 1 : 2;
      vocabulary.forEach(function (t) {
        if (!t.named || t.word.length < 3 || t.word.startsWith(word)) return;
        var d = distance(word, t.word, limit);
        if (d > limit && word.length > 4 && t.word.length > word.length) d = distance(word, t.word.slice(0, word.length), 1) + 1;
        if (d <= limit) found.push(t, d === 1 ? TYPO : TYPOS);
      });
      return found;
    }

    // For each entry, how well it matches a word: anywhere (`has`), in its name (`named`), and how many of the name's words
    // match.
    function tables(word, size, optional) {
      var table = { has: new Float32Array(size), named: new Float32Array(size), span: new Uint8Array(size), quality: new Map(), owned: null };
      var met = meet(word, optional);
      var n, i;
      for (i = 0; i < met.length; i += 2) {
        var t = met[i], quality = met[i + 1], places = t.places;
        table.quality.set(t.word, quality);
        for (var p = 0; p < places.length; p += 3) {
          n = places[p];
          var weight = places[p + 1] * quality;
          if (weight > table.has[n]) table.has[n] = weight;
          if (places[p + 1] === NAME && weight > table.named[n]) { table.named[n] = weight; table.span[n] = places[p + 2]; }
        }
      }
      // "loadbalancer" for an entry with "load balancer"
      var parts = (compounds.get(word) || []).map(function (part) { return tables(part, size); });
      for (n = 0; parts.length && n < size; n++) {
        var has = 1;
        for (i = 0; i < parts.length; i++) has = Math.min(has, STEM * parts[i].has[n]);
        if (has > table.has[n]) table.has[n] = has;
      }
      parts.forEach(function (part) {
        part.quality.forEach(function (quality, word) {
          if (quality >= STEM && !(table.quality.get(word) > STEM)) table.quality.set(word, STEM);
        });
      });
      // The names of a type's properties, and their descriptions, count a little for the type.
      table.owned = table.has.slice();
      for (n = 0; n < size; n++) {
        var owner = table.owned[n] ? entries[n].owner : -1;
        if (owner < 0) continue;
        var below = Math.max(MEMBER * table.named[n], SAID_BELOW * table.has[n]);
        if (below > table.has[owner]) table.has[owner] = below;
      }
      return table;
    }

    function around(table, entry) {
      var found = entry.owner >= 0 ? table.owned[entry.owner] : 0;
      for (var p = entry.parent; p >= 0; p = entries[p].parent) found = Math.max(found, table.named[p]);
      return AROUND * found;
    }

    // How much of a keyword is in the query, and how much of the query is in the keyword.
    function phrase(entry, all, count) {
      var top = 0;
      entry.phrases.forEach(function (phrase) {
        var sum = 0, joined = phrase.join("");
        var met = new Set(); // the indexes of the keyword's words that are in the query
        all.forEach(function (table) {
          var best = table.quality.get(joined) || 0;
          if (best < STEM) best = 0;
          if (best) phrase.forEach(function (word, at) { met.add(at); });
          phrase.forEach(function (word, at) {
            var quality = table.quality.get(word) || 0;
            if (quality) met.add(at);
            best = Math.max(best, quality);
          });
          sum += best;
        });
        // Two words of the query that are one word of the index both match it.
        top = Math.max(top, Math.min(1, sum / count) * (met.size / phrase.length));
      });
      return top;
    }

    function fullName(hit) { return words(hit.type + " " + hit.path).map(singular).join(""); }

    function saysTogether(entry, core) {
      return (" " + words(entry.said).map(singular).join(" ") + " ").includes(" " + core.join(" ") + " ");
    }

    function score(n, q, all, missing) {
      var met = false;
      for (var j = 0; j < all.length && !met; j++) met = all[j].has[n] > 0;
      if (!met) return 0; // most entries
      var entry = entries[n], hit = entry.hit, sum = 0, named = 0, span = 0, own = 0, count = 0;
      for (var i = 0; i < all.length; i++) {
        var here = all[i].has[n];
        var near = here < AROUND && !q.kind ? around(all[i], entry) : 0;
        if (!here && !near) {
          if (!all[i].optional && --missing < 0) return 0;
          count += all[i].unmet;
          continue;
        }
        count++;
        sum += Math.max(here, near);
        if (here > near) own++;
        if (all[i].named[n]) { named += all[i].named[n]; span += all[i].span[n]; }
      }
      if (!count || !own) return 0;
      var whole = entry.length ? Math.pow(named / count, 2) * Math.min(1, span / entry.length) : 0;
      var keyword = entry.phrases.length ? KEYWORD * phrase(entry, all, count) : 0;
      var result = Math.max(sum / count, keyword) + WHOLE * Math.max(whole, keyword) + entry.bonus;
      if (q.member && entry.owner >= 0 && text.isMember(entry, entries[entry.owner], q.member)) result += OF_TYPE;
      if (q.changes && hit.kind === "prop") result += CHANGED;
      if (entry.section && entry.phrases.some(function (phrase) { return phrase.map(singular).join("") === q.joined; })) result += SECTION;
      if (q.words.length > 1 && q.joined.length > entry.joined.length && q.joined.endsWith(entry.joined) && fullName(hit).endsWith(q.joined)) result += 0.5; // "nova server"
      else if (entry.joined === q.joined || keyword >= KEYWORD * PLURAL) result += entry.joined === q.joined && q.words.length > 1 && entry.length > 1 ? 0.25 : 0.1;
      else if (q.core.length > 1) {
        // Adjacent words, in the name or in the description: "port security", "boot from volume".
        if (entry.joined.includes(q.core.join(""))) result += 0.2;
        else if (own >= q.core.length && hit.kind !== "type" && saysTogether(entry, q.core)) result += 0.4;
      }
      // Written like the name, with its punctuation: "networks.fixed_ip", "glance.image", "OS::Nova::Server".
      // So is the name of a function, "repeat", which is a word like any other.
      var isWritten = q.verbatim && [hit.name, hit.path, hit.type].some(function (name) { return name.toLowerCase() === q.text; });
      if (isWritten || hit.kind === "function" && entry.joined === q.joined) result += 1.2;
      // Written with the capitals of the name, "AvailabilityZones", or a whole heading, "when an update fails".
      else if (q.capitals && hit.name === q.typed || q.words.length > 2 && entry.joined === q.joined) result += 0.8;
      return result;
    }

    // `type:nova`: a part of the name as written, or else its words with the usual tolerance.
    function typeFilter(values) {
      var names = index.types.filter(function (type) {
        return values.every(function (value) { return type.toLowerCase().includes(value); });
      });
      if (!names.length) {
        var met = values.map(function (value) { return words(value).map(function (word) { return meet(word); }); });
        names = index.types.filter(function (type) {
          var parts = words(type);
          return met.every(function (ofValue) {
            return ofValue.every(function (found) { return found.some(function (t) { return parts.includes(t.word); }); });
          });
        });
      }
      return new Set(names);
    }

    function tablesOf(q) {
      // Words without weight may be missing: first grammatical ones, then those in half of all descriptions, and numbers.
      var weights = q.words.map(function (word) { return stop.has(word) ? 0 : filler.has(word) || /^\d+$/.test(word) ? 1 : 2; });
      var least = Math.max.apply(null, weights);
      var all = q.words.map(function (word, i) {
        var table = tables(word, entries.length, weights[i] < least);
        table.optional = weights[i] < least;
        table.unmet = weights[i] / 4;
        return table;
      });
      q.core = q.words.filter(function (word, i) { return !all[i].optional; }).map(singular);
      q.member = text.memberOf(q.words, weights);
      q.changes = q.words.length > 2 && q.words.some(function (word, i) { return all[i].optional && /^(chang|modif|renam|replac|resiz|updat)/.test(word); });
      // "data base" for database: two words of the query may be one word of the index.
      for (var i = 0; i + 1 < q.words.length; i++) {
        if (!tokens.has(q.words[i] + q.words[i + 1])) continue;
        var pair = tables(q.words[i] + q.words[i + 1], entries.length);
        for (var n = 0; n < entries.length; n++) {
          if (pair.has[n] < STEM * SAID) continue;
          [all[i], all[i + 1]].forEach(function (table, second) {
            if (pair.has[n] <= table.has[n]) return;
            table.has[n] = pair.has[n];
            if (pair.named[n]) { table.named[n] = pair.named[n]; table.span[n] = second ? 0 : pair.span[n]; }
          });
        }
        pair.quality.forEach(function (quality, word) {
          if (quality < STEM) return;
          [all[i], all[i + 1]].forEach(function (table) { table.quality.set(word, Math.max(quality, table.quality.get(word) || 0)); });
        });
      }
      return all;
    }

    function rank(q, all, inTypes, missing) {
      var found = [], top = 0;
      entries.forEach(function (entry, n) {
        var hit = entry.hit;
        if (inTypes && !inTypes.has(hit.type)) return;
        if (q.restricts && !hit.type) return;
        if (q.kind && hit.kind !== q.kind && !(q.kind === "prop" && hit.kind === "policy")) return;
        if (q.status.length && !q.status.some(function (s) { return hit.status.startsWith(s); })) return;
        var s = all.length ? score(n, q, all, missing) : 1 + entry.bonus;
        if (!s) return;
        if (s > top) top = s;
        found.push({ score: s, n: n });
      });
      return all.length ? found.filter(function (f) { return f.score >= top * CUT; }) : found;
    }

    // What a query finds: { score, n } of each entry, and whether all of them lack a word.
    function findAll(q, inTypes) {
      var all = tablesOf(q);
      var found = rank(q, all, inTypes, 0), partial = false;
      // A question has words that its answer lacks; of three words or more, all but one, if nothing matches all of them.
      var isQuestion = q.core.length > 2 && q.core.length < q.words.length;
      if (isQuestion || !found.length && all.length && q.core.length > 2 && !q.text.includes("::")) {
        var without = rank(q, all, inTypes, 1);
        partial = !found.length && without.length > 0;
        found = without;
      }
      return { found: found, partial: partial };
    }

    // The best score of each entry. What has all words of one wording is better than what lacks one.
    function joined(results) {
      var partial = !results.some(function (result) { return result.found.length && !result.partial; });
      var scores = new Map(), top = 0;
      results.forEach(function (result, n) {
        if (result.partial === partial) result.found.forEach(function (f) {
          var score = n ? WRITTEN_OUT * f.score : f.score;
          scores.set(f.n, Math.max(score, scores.get(f.n) || 0));
          top = Math.max(top, score);
        });
      });
      var found = Array.from(scores, function (each) { return { n: each[0], score: each[1] }; });
      return { found: found.filter(function (f) { return f.score >= top * CUT; }), partial: partial && found.length > 0 };
    }

    // The properties of a path, those of well-known types first.
    function propertiesAt(path) {
      if (!path) return [];
      var found = entries.filter(function (entry) { return entry.hit.kind === "prop" && entry.hit.path === path; });
      found.sort(function (a, b) { return b.bonus - a.bonus; });
      return found.slice(0, 3).map(function (entry) { return entry.hit; });
    }

    function search(query, limit) {
      var q = parse(query);
      if (!q.words.length && !q.restricts) return { total: 0, partial: false, hits: [], words: [] };
      var inTypes = q.type.length ? typeFilter(q.type) : null;
      var wordings = [q].concat(text.writtenOut(q));
      var results = wordings.map(function (wording) { return findAll(wording, inTypes); });
      var result = results.length > 1 ? joined(results) : results[0];
      var found = result.found;
      found.sort(function (a, b) { return b.score - a.score || a.n - b.n; });
      if (q.words.length > 2) found = text.withMembers(found, function (n) { return entries[n].owner; });
      return {
        total: found.length,
        partial: result.partial,
        about: propertiesAt(text.pathIn(query)),
        words: Array.from(new Set([].concat.apply([], wordings.map(function (wording) { return wording.words; })))),
        hits: found.slice(0, limit || 20).map(function (f) { return Object.assign({}, entries[f.n].hit, { score: f.score }); }),
      };
    }

    return { search: search, size: entries.length, ids: index.ids || [] };
  }

  global.heatSearch = { createSearch: createSearch };
})(globalThis);
