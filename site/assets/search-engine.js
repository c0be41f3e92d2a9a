// The search itself, with no page around it: given the index, it answers a query with a ranked list. It is loaded when the
// search field is first focused, and is a CommonJS module for tests in node.
(function (global) {
  "use strict";

  var STATUS = ["supported", "deprecated", "unsupported", "hidden"];
  var TYPES = { s: "string", i: "integer", n: "number", b: "boolean", m: "map", l: "list", a: "any" };
  // At equal match a type is wanted before a page, a property before an attribute.
  var KINDS = { type: 0.45, page: 0.3, prop: 0.2, attr: 0.1, policy: 0.05 };
  // How well a word of the query meets a word of a name.
  var EXACT = 1, PREFIX = 0.72, INSIDE = 0.5, TYPO = 0.45, TYPOS = 0.3, TYPO_PREFIX = 0.25;
  // A word met only in the surroundings (the type, the parents, the description) counts this much.
  var AROUND = 0.35;
  // Weaker hits than this share of the best are noise.
  var CUT = 0.42;

  // "OS::Nova::KeyPair" → os nova key pair; "fixed_ip" → fixed ip
  function words(text) {
    return text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
  }

  function urlOf(type) {
    return "types/" + type.split("::").map(encodeURIComponent).join("/") + ".html";
  }

  // Edit distance in which two neighbours swapped are one error; also the least distance to any beginning of `b`.
  function distance(a, b, limit) {
    var older, old = [], row = [], i, j;
    for (j = 0; j <= b.length; j++) old[j] = j;
    for (i = 1; i <= a.length; i++) {
      row = [i];
      var least = i;
      for (j = 1; j <= b.length; j++) {
        var cost = a[i - 1] === b[j - 1] ? 0 : 1;
        var value = Math.min(old[j] + 1, row[j - 1] + 1, old[j - 1] + cost);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) value = Math.min(value, older[j - 2] + 1);
        row[j] = value;
        if (value < least) least = value;
      }
      if (least > limit) return { whole: limit + 1, start: limit + 1 };
      older = old;
      old = row;
    }
    return { whole: old[b.length], start: Math.min.apply(null, old) };
  }

  function compare(word, token) {
    if (word === token) return EXACT;
    if (token.startsWith(word)) return PREFIX + 0.2 * (word.length / token.length);
    if (word.length < 4) return 0;
    var allowed = word.length < 8 ? 1 : 2;
    if (token.length < word.length - allowed) return 0;
    var d = distance(word, token, allowed);
    if (d.whole <= allowed && token.length > 2) return d.whole === 1 ? TYPO : TYPOS;
    if (word.length > 4 && d.start <= 1) return TYPO_PREFIX;
    return 0;
  }

  // "type:nova status:dep fixed_ip" → what restricts, and the words to rank by
  function parse(query) {
    var q = { words: [], joined: "", type: [], status: [], kind: "" };
    var free = [];
    query.trim().split(/\s+/).forEach(function (part) {
      var m = /^(types?|prop(?:erty|erties|s)?|attr(?:ibutes?|s)?|status):(?!:)(.*)$/i.exec(part);
      if (!m) { free.push(part); return; }
      var key = m[1].toLowerCase();
      if (key[0] === "t") { if (m[2]) q.type.push(m[2].toLowerCase()); }
      else if (key[0] === "s") { if (m[2]) q.status.push(m[2].toLowerCase()); }
      else {
        q.kind = key[0] === "p" ? "prop" : "attr";
        if (m[2]) free.push(m[2]);
      }
    });
    free.forEach(function (part) { q.words = q.words.concat(words(part)); });
    q.joined = q.words.join("");
    q.restricts = !!(q.type.length || q.status.length || q.kind);
    return q;
  }

  function createSearch(index) {
    var entries = [];
    var vocabulary = [];
    var numbers = new Map();

    function token(word) {
      var n = numbers.get(word);
      if (n === undefined) {
        n = vocabulary.push(word) - 1;
        numbers.set(word, n);
      }
      return n;
    }
    function tokens(text) { return words(text).map(token); }

    function add(kind, name, type, path, url, status, around, extra) {
      var own = tokens(name);
      entries.push({
        own: own, around: around, order: entries.length,
        joined: words(name).join(""),
        full: words(kind === "type" ? type : path || name).join(""),
        hit: Object.assign({ kind: kind, name: name, type: type, path: path, url: url, status: STATUS[status] || "supported", score: 0 }, extra),
      });
      return own;
    }

    function addMembers(kind, type, url, list, around) {
      if (!list) return;
      var parents = [], surroundings = [around];
      list.split("\n").forEach(function (line) {
        var depth = parseInt(line[0], 36);
        var letter = line[2];
        var name = line.slice(3);
        parents.length = depth;
        var path = parents.concat(name).join(".");
        var own = add(kind, name, type, path, url + "#" + kind + "-" + encodeURI(path), +line[1], surroundings[depth],
          { valueType: TYPES[letter.toLowerCase()] || "", required: letter !== letter.toLowerCase() });
        parents.push(name);
        surroundings[depth + 1] = surroundings[depth].concat(own);
      });
    }

    index.types.forEach(function (type, n) {
      var cut = type.lastIndexOf("::") + 2;
      var url = urlOf(type);
      var prefix = tokens(type.slice(0, cut));
      var text = (index.text && index.text[n]) || "";
      var own = add("type", type.slice(cut), type, "", url, +index.status[n], prefix.concat(tokens(text)), { text: text });
      var around = prefix.concat(own);
      addMembers("prop", type, url, index.props[n], around);
      addMembers("attr", type, url, index.attrs[n], around);
      addMembers("policy", type, url, index.policy && index.policy[n], around);
    });
    (index.pages || []).forEach(function (page) { add("page", page[0], "", "", page[1], 0, [], {}); });

    // `type:nova`: a part of the name as written, or else its words with the usual forgiveness.
    function typeFilter(values) {
      var found = new Set();
      var names = index.types.filter(function (type) {
        return values.every(function (value) { return type.toLowerCase().includes(value); });
      });
      if (!names.length) {
        names = index.types.filter(function (type) {
          var parts = words(type);
          return values.every(function (value) {
            return words(value).every(function (word) { return parts.some(function (part) { return compare(word, part) > 0; }); });
          });
        });
      }
      names.forEach(function (name) { found.add(name); });
      return found;
    }

    function best(list, scores) {
      var top = 0;
      for (var i = 0; i < list.length; i++) if (scores[list[i]] > top) top = scores[list[i]];
      return top;
    }

    function score(entry, q, tables) {
      var sum = 0, own = 0;
      for (var i = 0; i < q.words.length; i++) {
        var here = best(entry.own, tables[i]);
        if (here < INSIDE && q.words[i].length > 2 && entry.joined.includes(q.words[i])) {
          // "keypair" for KeyPair, "ipsec" for IPsecPolicy: the words are there, only split otherwise
          here = entry.joined === q.words[i] ? EXACT : entry.joined.startsWith(q.words[i]) ? PREFIX : INSIDE;
        }
        // "loadblancer" for LoadBalancer, "autoscale" for AutoScalingGroup
        if (here < TYPOS && q.words[i].length > 5 && entry.own.length > 1) here = Math.max(here, compare(q.words[i], entry.joined));
        var around = q.kind ? 0 : AROUND * best(entry.around, tables[i]);
        if (!here && !around) return 0;
        if (here > around) own++;
        sum += Math.max(here, around);
      }
      if (q.words.length && !own && entry.hit.kind !== "type") return 0;
      var result = q.words.length ? sum / q.words.length : 1;
      if (q.joined) {
        // How much of the name was asked for: `ip` before `ip_version`, and the name itself before all.
        result += 0.25 * Math.min(1, own / entry.own.length);
        if (entry.joined === q.joined) result += 0.5;
        else if (entry.full.endsWith(q.joined) && q.joined.length > entry.joined.length) result += 0.5; // "nova server"
        else if (entry.joined.startsWith(q.joined)) result += 0.15;
      }
      result += KINDS[entry.hit.kind];
      if (entry.hit.path.includes(".")) result -= 0.03;
      if (entry.hit.status !== "supported" && !q.status.length) result -= 0.2;
      return result;
    }

    function search(query, limit) {
      var q = parse(query);
      if (!q.words.length && !q.restricts) return { total: 0, hits: [], words: [] };
      var inTypes = q.type.length ? typeFilter(q.type) : null;
      var tables = q.words.map(function (word) {
        return vocabulary.map(function (token) { return compare(word, token); });
      });
      var found = [];
      var top = 0;
      entries.forEach(function (entry) {
        var hit = entry.hit;
        if (inTypes && !inTypes.has(hit.type)) return;
        if (q.kind && hit.kind !== q.kind && !(q.kind === "prop" && hit.kind === "policy")) return;
        if (q.status.length && (hit.kind === "page" || !q.status.some(function (s) { return hit.status.startsWith(s); }))) return;
        if (hit.kind === "page" && q.restricts) return;
        var s = score(entry, q, tables);
        if (!s) return;
        if (s > top) top = s;
        found.push({ score: s, entry: entry });
      });
      found = found.filter(function (f) { return !q.words.length || f.score >= top * CUT; });
      found.sort(function (a, b) { return b.score - a.score || a.entry.order - b.entry.order; });
      return {
        total: found.length,
        words: q.words,
        hits: found.slice(0, limit || 20).map(function (f) { return Object.assign({}, f.entry.hit, { score: f.score }); }),
      };
    }

    return { search: search, size: entries.length };
  }

  var api = { createSearch: createSearch, parse: parse, words: words, urlOf: urlOf };
  if (typeof module === "object" && module.exports) module.exports = api;
  else global.heatSearch = api;
})(typeof globalThis === "object" ? globalThis : this);
