// Finds the errors of Heat whose messages a text has, and rules by their ids. It is loaded for a query that looks like a
// message, or that finds nothing else.
//
// The index (`crates/site/src/pages/errors`): `errors` are id, number of the area in `areas`, precedence (0 first, 2 last),
// messages with gaps such as `{name}`, classes, and what people call it; `rules` are those of each set: id and summary of each, and the address of their pages; `wrappers`
// is what stands around messages, and `services` the words that tell a service. What counts as a message is the same as in `heat-errors`
// (`crates/errors/src/matching`), whose names these functions have; a test compares the two.
(function (global) {
  "use strict";

  var MAX_WORDS = 2000, MAX_TEXT = 100000, MAX_GAP = 60, MAX_FOUND = 5, MAX_SIMILAR = 3, MAX_TYPED = 15, SHORT = 2, MAX_LAYERS = 16, MAX_TOKENS = 4000;
  // What was typed is nearly a message if it has this many words, and resembles one so much.
  var MIN_STRONG_WORDS = 3, STRONG = 1.35;
  var MIN_OF_MESSAGE = 0.7, MIN_OF_TEXT = 0.75, MIN_COMMON = 1.25, MIN_BEGUN = 3, MAX_NAMED = 3, WHOLE = 1000, ADDED = 10, LEAST = 0.25, MOST = 1.2, STEP = 5;
  var COMMON = new Set("a an and are at be by can could for from has in is it must no not of on or should that the to was".split(" "));
  var BETWEEN = /\u001b\[(?:[^a-z]*[a-z])?|(?<![\p{Alphabetic}\p{N}_])u(?=["'])|\\[nrt"'\\]|&(?:quot|apos|#39|#x27|lt|gt|amp|nbsp);|[\u001b\\&]/giu;
  var SIGNS = { "&quot;": '"', "&apos;": "'", "&#39;": "'", "&#x27;": "'", "&lt;": "<", "&gt;": ">", "\\\"": '"', "\\'": "'", u: "", U: "" };
  var WORD = /[\p{Alphabetic}\p{N}_]+/gu;
  var TOKEN = /[\p{Alphabetic}\p{N}_]+|[^\s|]/gu;
  var EDGES = /^["' {}[\],]+|["' {}[\],]+$/g;

  function split(text) { return (text.match(WORD) || []).map(function (word) { return word.toLowerCase(); }); }
  function plain(text) { return text.slice(0, MAX_TEXT).replace(BETWEEN, function (found) { return found in SIGNS ? SIGNS[found] : " "; }); }

  // ---- words ----

  /** A text: its words, where each begins, and whether something else begins with it, such as a sentence. */
  function textOf(text) {
    var found = { plain: plain(text), words: [], begins: [], starts: [] }, after = 0;
    for (var match of found.plain.matchAll(WORD)) {
      if (found.words.length >= MAX_WORDS) break;
      var before = found.plain.slice(after, match.index), empty = before.indexOf(" ()");
      if (empty >= 0) {
        // An empty value is a word, too.
        found.words.push("");
        found.begins.push(false);
        found.starts.push(after + empty + 2);
      }
      found.begins.push(isBreak(before));
      found.starts.push(match.index);
      found.words.push(match[0].toLowerCase());
      after = match.index + match[0].length;
    }
    return found;
  }

  function isBreak(between) { return /[.:;!?\]]["')\]]*\s|[{}]|["'],|<\/|><|->/.test(between); }

  function beginAt(text, positions) {
    positions.forEach(function (position) {
      var word = text.starts.findIndex(function (start) { return start >= position; });
      if (word >= 0) text.begins[word] = true;
    });
  }

  /** The words of a sentence from a word on, or up to it backwards: to its end, or that of the brackets around it. Other brackets are left out. */
  function wordsBeside(text, at, step) {
    var words = [], depth = 0;
    for (var n = at; n >= 0 && n < text.words.length + (step < 0); n += step) {
      if (text.begins[n]) break;
      var signs = Array.from(between(text, n)).filter(function (sign) { return "()[]".includes(sign); });
      (step < 0 ? signs.reverse() : signs).forEach(function (sign) { if (depth >= 0) depth += "([".includes(sign) === step > 0 ? 1 : -1; });
      var word = step < 0 ? n - 1 : n;
      if (depth < 0 || word < 0) break;
      if (!depth) words.push(text.words[word]);
    }
    return words;
  }

  /** Where the gap before a word begins: with the word before it, or with the first quote of the sentence if the gap is in quotes. */
  function gapBefore(text, at, quotes) {
    var last = Math.max(0, at - 1), start = last;
    if (/[)\]]/.test(between(text, at))) return at;
    if (!quotes || !/['"][^'"]+$/.test(between(text, at))) return last;
    while (start > 0 && !text.begins[start]) start--;
    for (var n = start; n <= last; n++) if ((n ? /^[^'"]+['"]/ : /['"]/).test(between(text, n))) return n;
    return start;
  }

  function between(text, at) {
    return /[^\p{Alphabetic}\p{N}_]*$/u.exec(text.plain.slice(at ? text.starts[at - 1] + text.words[at - 1].length : 0, text.starts[at]))[0];
  }

  /** How much words say: the fewer messages have one, the more. */
  function vocabularyOf(formats) {
    var counts = new Map();
    formats.forEach(function (f) { new Set(f.words).forEach(function (word) { counts.set(word, (counts.get(word) || 0) + 1); }); });
    function weight(word) {
      if (!/\p{Alphabetic}/u.test(word)) return 0;
      if (COMMON.has(word)) return LEAST;
      if (counts.has(word)) return Math.max(LEAST, MOST - Math.log(counts.get(word)) / STEP);
      return /[\p{N}_]/u.test(word) ? 0 : 1;
    }
    return {
      weight: weight,
      has: function (word) { return counts.has(word); },
      sum: function (words) { return words.reduce(function (total, word) { return total + weight(word); }, 0); },
      mostTelling: function (words) {
        return words.reduce(function (most, word) { return counts.has(word) && (most === null || weight(word) > weight(most)) ? word : most; }, null);
      },
    };
  }

  /** The runs of words between the gaps of a message. A part of a word beside a gap belongs to the gap. */
  function format(message) {
    var literals = message.split(/\{[\p{Alphabetic}\p{N}_]+\}/u);
    var runs = [], opens = false, quotes = false, quotesInside = false, gaps = 0;
    literals.forEach(function (literal, n) {
      if (n) literal = literal.replace(/^[\p{Alphabetic}\p{N}_]+/u, "");
      if (n < literals.length - 1) literal = literal.replace(/[\p{Alphabetic}\p{N}_]+$/u, "");
      var words = split(literal);
      if (words.length) {
        if (!runs.length) {
          opens = gaps > 0;
          quotes = opens && /^['"]/.test(literal);
          quotesInside = n < literals.length - 1 && /['"]$/.test(literal);
        }
        runs.push({ words: words, leastBefore: gaps > 1 && runs.length ? gaps : 0 });
        gaps = 0;
      }
      if (n < literals.length - 1) gaps++;
    });
    var all = [].concat.apply([], runs.map(function (run) { return run.words; }));
    return { runs: runs, words: all, opens: opens, closes: gaps > 0, breaks: textOf(message.replace(/[{}]/g, "")).begins.filter(Boolean).length, quotes: quotes, quoted: quotesInside ? runs[0].words.length : 0, size: all.join("").length };
  }

  /** Where words have the runs of a message, in their order; null if nowhere. */
  function place(words, runs) {
    var found = null;
    for (var r = 0; r < runs.length; r++) {
      var run = runs[r], reached = [], last = null;
      for (var start = 0, e = 0; start + run.words.length <= words.length; start++) {
        if (found) {
          while (e < found.length && found[e].end <= start - run.leastBefore) last = found[e++];
          if (!last || start - last.end > MAX_GAP) continue;
        }
        if (run.words.every(function (word, n) { return words[start + n] === word; })) reached.push({ start: last ? last.start : start, end: start + run.words.length });
      }
      if (!reached.length) return null;
      found = reached;
    }
    return found && found[0];
  }

  // ---- what is typed ----

  /** The words of a text that say something, without endings. */
  function roots(words) {
    return new Set(words.filter(function (word) { return !COMMON.has(word); }).map(function (word) {
      var single = word.replace(/(?<=...)(?<!s)s$/, ""), root = single.replace(/(?<=...)(?:ment|ure)$/, "");
      return (single === word ? root.replace(/(?<=...)(?:ing|ed)$/, "") : root).replace(/(?<=...)e$/, "");
    }));
  }

  /** How well a few words name an error, of which these are the names and the words of names and messages; 0 if one of them is in neither. */
  function likeness(words, named) {
    if (!words.size || words.size > MAX_NAMED || !Array.from(words).every(function (word) { return named.all.has(word); })) return 0;
    var best = Math.max.apply(null, named.names.map(function (name) {
      var common = Array.from(words).filter(function (word) { return name.has(word); }).length;
      return common === words.size || common > 1 ? (common === words.size ? WHOLE : 0) + WHOLE / 2 * common - ADDED * (name.size - common) : 0;
    }));
    return Math.max(0, best);
  }

  function isSame(word, other) { return word === other || word.length > 2 && other.startsWith(word); }

  /** The weight of the words in common, in the same order; the last one may be the beginning of a word. */
  function commonWeight(words, message, vocabulary) {
    var best = new Array(message.length + 1).fill(0);
    words.forEach(function (word, position) {
      var isLast = position + 1 === words.length, diagonal = 0;
      message.forEach(function (other, column) {
        var met = word === other || isLast && isSame(word, other) ? diagonal + vocabulary.weight(other) : 0;
        diagonal = best[column + 1];
        best[column + 1] = Math.max(best[column + 1], best[column], met);
      });
    });
    return best[message.length];
  }

  /** How much a text resembles a message. A word that no message has may be what stands in a gap, such as in "quota exceeded for cores", if
      the text was typed as a whole: it weighs half then. */
  function resemblance(words, whole, message, vocabulary) {
    var common = commonWeight(words, message, vocabulary);
    if (common < MIN_COMMON) return 0;
    var ofGaps = vocabulary.sum(words.filter(function (word) { return whole && !vocabulary.has(word); }));
    var ofMessage = common / vocabulary.sum(message), ofText = common / (vocabulary.sum(words) - ofGaps / 2), typed = words.length <= MAX_TYPED;
    function hasWord(telling, others) { return telling === null || others.some(function (word) { return isSame(word, telling) || isSame(telling, word); }); }
    var hasMessage = (typed || message.length > SHORT) && ofMessage >= MIN_OF_MESSAGE && hasWord(vocabulary.mostTelling(message), words);
    var isPart = typed && ofText >= MIN_OF_TEXT && hasWord(vocabulary.mostTelling(words), message);
    // The words that the message begins with, and those in gaps, of a text that was cut.
    var begun = 0, others = 0;
    words.forEach(function (word, position) {
      var next = message[begun];
      if (next !== undefined && (word === next || position + 1 === words.length && isSame(word, next))) begun++;
      else others += vocabulary.weight(word);
    });
    var weight = vocabulary.sum(message.slice(0, begun));
    if (begun >= MIN_BEGUN && weight >= Math.max(MIN_COMMON, others)) return ofMessage + Math.max(ofText, weight / (weight + others / 2));
    if (!hasMessage && !isPart) return 0;
    return typed ? ofMessage + ofText : ofMessage;
  }

  // ---- layers ----

  function tokensOf(text) {
    return Array.from(text.matchAll(TOKEN), function (match) { return { text: match[0], start: match.index, end: match.index + match[0].length }; }).slice(0, MAX_TOKENS);
  }

  /** The parts of a wrapper before or after its reason: words and signs, and gaps. */
  function parts(pattern) {
    var all = [];
    pattern.split(/(\{[^}]*\})/).forEach(function (piece, n) {
      if (n % 2) all.push({ gap: /^\{(class|text|word)\}$/.test(piece) ? piece.slice(1, -1) : "name" });
      else tokensOf(piece).forEach(function (token) { all.push({ literal: token.text.toLowerCase() }); });
    });
    return all;
  }

  function createPeel(wrappers) {
    var patterns = wrappers.map(function (wrapper) {
      var sides = wrapper.pattern.split("{reason}");
      return { wrapper: wrapper, before: parts(sides[0]), after: parts(sides[1] || "") };
    });

    return function (text) {
      var tokens = tokensOf(text), from = 0, to = tokens.length, layers = [], starts = [];

      function isGlued(at) { return at > 0 && at < to && tokens[at - 1].end === tokens[at].start; }

      function isClass(start, end) {
        var name = tokens[end - 1].text;
        return tokens.slice(start, end).every(function (token) { return token.text === "." || /^[\p{Alphabetic}\p{N}_]+$/u.test(token.text); })
          && name.length > 4 && /^\p{Lu}/u.test(name) && /\p{Ll}/u.test(name);
      }

      function endOf(all, n, at) {
        if (n === all.length) return at;
        if (all[n].literal) return at < to && tokens[at].text.toLowerCase() === all[n].literal ? endOf(all, n + 1, at + 1) : -1;
        for (var end = at + 1; end <= Math.min(to, at + MAX_GAP); end++) {
          if (all[n].gap !== "text" && end > at + 1 && !isGlued(end - 1)) break;
          if (all[n].gap === "class" && !isClass(at, end)) continue;
          if (all[n].gap === "word" && (end > at + 1 || !/^[\p{Alphabetic}\p{N}_]/u.test(tokens[at].text))) break;
          var found = endOf(all, n + 1, end);
          if (found >= 0) return found;
        }
        return -1;
      }

      function reason(pattern, at) {
        var start = endOf(pattern.before, 0, at), last = pattern.before[pattern.before.length - 1];
        if (start < 0 || start >= to || last && (last.literal === ":" || last.literal === ",") && isGlued(start)) return null;
        if (!pattern.after.length) return [start, to];
        for (var end = start; end < to; end++) {
          var after = endOf(pattern.after, 0, end);
          if (after >= 0 && (pattern.after.length > 1 || after === to || /^[,}\])]$/.test(tokens[after].text))) return [start, end];
        }
        return pattern.before.length ? [start, to] : null;
      }

      function atStart(at) {
        for (var p = 0; p < patterns.length; p++) {
          var found = reason(patterns[p], at);
          if (found && (found[0] !== at || found[1] !== to)) return { wrapper: patterns[p].wrapper, at: at, reason: found };
        }
        return null;
      }

      function outermost() {
        var first = from, found = null;
        while (first < to && !/^[\p{Alphabetic}\p{N}_]/u.test(tokens[first].text)) first++;
        for (var at = from; at <= Math.min(first, to - 1) && !found; at++) found = atStart(at);
        for (at = first; at < to && !found; at++)
          for (var p = 0; p < patterns.length && !found; p++) {
            var inside = patterns[p].wrapper.anywhere ? reason(patterns[p], at) : null;
            if (inside) found = { wrapper: patterns[p].wrapper, at: at, reason: inside };
          }
        return found;
      }

      function slice(start, end) { return start < end ? text.slice(tokens[start].start, tokens[end - 1].end) : ""; }

      for (var next; layers.length < MAX_LAYERS && (next = outermost());) {
        var own = slice(next.at, next.reason[0]) || slice(next.reason[1], to);
        layers.push({ text: oneLine(own.replace(/^[\s:,'"]+|[\s:,'"]+$/g, "")), about: next.wrapper.about, page: next.wrapper.page });
        [next.at, next.reason[0], next.reason[1]].forEach(function (at) { if (tokens[at]) starts.push(tokens[at].start); });
        from = next.reason[0];
        to = next.reason[1];
      }
      return { layers: layers, core: slice(from, to).replace(EDGES, ""), starts: starts };
    };
  }

  function oneLine(text) { return text.split(/\s+/).filter(Boolean).join(" "); }

  /** The reason that no message explains, and whom to ask; null if there is none. */
  function unknownOf(text, peeled, services) {
    if (!peeled.layers.length || split(peeled.core).length < 2) return null;
    var service = services.find(function (each) { return text.includes(each[0]); });
    var request = /req-[a-zA-Z0-9-]{17,}/.exec(text);
    var resource = peeled.layers.filter(function (layer) { return layer.about === "the resource"; }).pop();
    return { text: oneLine(peeled.core.replace(/\|/g, " ")), service: service ? service[1] : "", resource: resource ? resource.text : "", request: request ? request[0] : "" };
  }

  function createErrors(index) {
    var formats = [], names = [];
    index.errors.forEach(function (error, number) {
      var own = [error[0]].concat(error[5]).map(function (name) { return roots(split(name)); });
      names.push({ names: own, all: new Set(own.concat(roots(error[3].map(split).flat())).flatMap(function (words) { return Array.from(words); })) });
      error[3].forEach(function (message) {
        formats.push(Object.assign({ number: number, precedence: error[2] }, format(message)));
      });
    });
    var vocabulary = vocabularyOf(formats), peel = createPeel(index.wrappers);

    function hit(number) {
      var error = index.errors[number];
      return { kind: "error", name: error[3][0].replace(/\{\w+\}/g, "…"), type: index.areas[error[1]], path: "", url: "errors/" + error[0] + ".html", status: "supported", id: error[0] };
    }

    function firstOfEach(found, most) {
      return Array.from(new Set(found.map(function (f) { return f.number; }))).slice(0, most).map(hit);
    }

    /** Whether the sentence with a message says no more beside it than the message itself. */
    function isAbout(text, f, place) {
      var short = f.words.length <= SHORT, most = vocabulary.sum(f.words);
      if (short && f.quoted && !/['"]/.test(between(text, place.start + f.quoted))) return false;
      var before = f.opens && !short ? 0 : vocabulary.sum(wordsBeside(text, f.opens ? gapBefore(text, place.start, f.quotes) : place.start, -1));
      var after = f.closes ? 0 : vocabulary.sum(wordsBeside(text, place.end, 1));
      return before + after <= (short ? most / 2 : most);
    }

    /** The errors that a few words name. */
    function called(words) {
      var asked = roots(words), found = [];
      names.forEach(function (each, number) { found.push({ number: number, score: likeness(asked, each) }); });
      found = found.filter(function (f) { return f.score > 0; }).sort(function (a, b) { return b.score - a.score || a.number - b.number; });
      // If a name has all words, those that only have some of them are not meant.
      return found.length && found[0].score > WHOLE ? found.filter(function (f) { return f.score > WHOLE; }) : found;
    }

    function close(words, whole) {
      var typed = whole ? called(words) : [], found = formats.filter(function (f) { return f.precedence < 2; }).map(function (f) { return { number: f.number, score: resemblance(words, whole, f.words, vocabulary) }; });
      found = found.filter(function (f) { return f.score > 0; });
      found.sort(function (a, b) { return b.score - a.score || a.number - b.number; });
      return { hits: firstOfEach(typed.concat(found), MAX_SIMILAR), named: typed.length > 0 && typed[0].score > WHOLE, strong: words.length >= MIN_STRONG_WORDS && found.length > 0 && found[0].score >= STRONG };
    }

    function ofClass(wanted) {
      function ofService(name) { return name.replace(/Client$/i, "").toLowerCase(); }
      return index.errors.map(function (error, number) { return number; }).filter(function (number) {
        return index.errors[number][4].split(" ").some(function (own) { return own && ofService(own) === ofService(wanted); });
      });
    }

    /** The errors of the class around an unknown reason, if they are few. */
    function ofClassAround(layers) {
      var layer = layers.filter(function (each) { return each.about === "the class of the exception"; }).pop();
      var found = layer ? ofClass(layer.text.split(".").pop()) : [];
      return found.length > MAX_SIMILAR ? [] : found.map(hit);
    }

    /** The errors of a text: those whose messages it has, or else those that it resembles; what stands around the message, and the
        reason if it is unknown. */
    function find(query) {
      var text = textOf(query), peeled = peel(text.plain), known = new Set(text.words);
      beginAt(text, peeled.starts);
      var found = formats.filter(function (f) {
        if (!f.words.every(function (word) { return known.has(word); })) return false;
        var at = place(text.words, f.runs);
        // Words of one sentence and words of another are less than a message in one.
        if (at) f.torn = text.begins.slice(at.start + 1, at.end).filter(Boolean).length > f.breaks;
        return at && isAbout(text, f, at);
      });
      found.sort(function (a, b) { return a.precedence - b.precedence || a.torn - b.torn || b.size - a.size || a.number - b.number; });
      // An error that comes last only says where another one is from, unless nothing is inside it.
      var core = split(peeled.core), inside = found.length && formats.every(function (f) {
        var at = f.precedence === 2 && place(core, f.runs);
        return !at || at.start > 0;
      });
      var unknown = found.length && (found[0].precedence < 2 || !inside) ? null : unknownOf(text.plain, peeled, index.services);
      var similar = unknown ? close(textOf(unknown.text).words, false) : found.length ? { hits: [] } : close(text.words, true);
      if (unknown && !similar.hits.length && !found.length) similar.hits = ofClassAround(peeled.layers);
      var exact = !similar.hits.length && found.length > 0;
      return { exact: exact, strong: exact || similar.strong || similar.named && global.heatSearchWords.soundsLikeError(query), hits: exact ? firstOfEach(found, MAX_FOUND) : similar.hits, layers: peeled.layers, unknown: unknown };
    }

    /** Rules and the error with this id or class, and rules with one that begins so; or those rules whose ids are in a text: in brackets, or written
        with hyphens. */
    function named(query) {
      var id = split(query).join("-").replace(/_/g, "-");
      if (id.length < 4) return [];
      // Two words with a blank between them are not meant as an id: what they find is after the other results.
      var classes, typed = query.trim().replace(/\B[A-Z](?=[a-z])/g, "-$&").toLowerCase();
      if (/\S\s+\S+\s+\S/.test(typed)) typed = id;
      var error = index.errors.findIndex(function (error) { return error[0] === typed; });
      var all = [];
      index.rules.forEach(function (set) {
        set.rules.forEach(function (rule) {
          all.push({ kind: "rule", words: set.kind, name: rule[0], type: rule[1], path: "", url: set.url.replace("{id}", rule[0]), status: "supported" });
        });
      });
      var found = all.filter(function (rule) { return rule.name.startsWith(id); });
      found.sort(function (a, b) { return a.name.length - b.name.length; });
      classes = ofClass(query.trim()).map(hit);
      if (error >= 0) found.splice(found.filter(function (rule) { return rule.name === id; }).length, 0, hit(error));
      if (!found.length) {
        var ids = new Set(query.match(/[a-z]+(?:-[a-z]+)+|[a-z]+(?=\])/g));
        found = all.filter(function (rule) { return ids.has(rule.name); });
      }
      return found.concat(classes).slice(0, MAX_FOUND);
    }

    /** The result of a search with what is found here: before the other hits if the query is a message or nearly all of it, otherwise after
        them. What only has most words of a message is not about it. */
    function added(query, result) {
      var byId = named(query), found = find(query);
      found.hits = found.hits.filter(function (error) { return byId.every(function (hit) { return hit.url !== error.url; }); });
      var weak = !result.total || result.partial;
      if (found.exact && weak) result = Object.assign({}, result, { total: 0, partial: false, hits: [] });
      // The property that the message is about follows its page.
      var about = found.exact && result.about || [];
      result = Object.assign({}, result, { hits: result.hits.filter(function (hit) { return about.every(function (own) { return own.url !== hit.url; }); }) });
      var first = byId.concat(found.strong || weak ? found.hits : [], about);
      var last = found.strong || weak ? [] : found.hits;
      return Object.assign({}, result, { total: result.total + first.length + last.length, hits: first.concat(result.hits, last), unknown: found.unknown });
    }

    return { find: find, named: named, added: added };
  }

  global.heatErrors = { createErrors: createErrors };
})(globalThis);
