// The words of the search: how names and queries are split, which forms of a word are the same word, which words an abbreviation
// of `search-abbreviations.js` stands for, and what is misspelt.
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

  // "type:nova status:dep fixed_ip" → the filters, and the words to rank by
  function parse(query) {
    // Of a path in a template, what follows the resource: "resources.server.properties.key_name" → key_name
    var typed = query.trim().replace(/(^|\s)(?:resources\.)?[^\s.:]+\.properties\.(?=\S)/gi, "$1");
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
    return [withWords(Object.assign({}, query, { typed: "", text: "" }), found.join(" ").split(" "))];
  }

  // Whether a query may be a message of Heat or name a rule, or is not found otherwise: those have an index of their own.
  function mayBeError(query, result) {
    return !result.total || result.partial || /^[a-z]+(-[a-z]+)+$/.test(query) || /\[[a-z-]+\]/.test(query) || /\s\S+\s+\S/.test(query) || /^[A-Z]\S*\s\S/.test(query);
  }

  global.heatSearchWords = { words: words, singular: singular, stem: stem, distance: distance, anchor: anchor, parse: parse, writtenOut: writtenOut, isAbbreviation: isAbbreviation, mayBeError: mayBeError };
})(globalThis);
