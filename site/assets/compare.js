// Compares two releases: fetches the pages of the releases in between, and merges their changes. Without this file, or if
// fetching is not possible, the list of steps links to the same pages.
(function () {
  "use strict";
  var form = document.getElementById("compare");
  var out = document.getElementById("comparison");
  var said = document.getElementById("compared");
  // Newest first on the page; oldest first here.
  var steps = Array.prototype.slice.call(document.querySelectorAll("#steps li")).reverse().map(function (li) {
    return { version: li.dataset.v, url: li.querySelector("a").href, li: li };
  });
  var rest = document.getElementById("steps");
  if (!form || !steps.length || location.protocol === "file:") {
    if (form) form.hidden = true;
    rest.classList.remove("awaits");
    return;
  }
  var pages = {};

  function page(step) {
    pages[step.url] = pages[step.url] || fetch(step.url).then(function (answer) {
      if (!answer.ok) throw new Error(step.url);
      return answer.text();
    }).then(function (html) { return new DOMParser().parseFromString(html, "text/html"); });
    return pages[step.url];
  }

  var KINDS = ["removed", "placeholders", "hidden", "deprecated", "changed", "added"]; // worst first

  // All lines of a page, each with its kind and its type. Links are relative to that page.
  function lines(doc, url) {
    var found = [];
    doc.querySelectorAll(".changes [data-t]").forEach(function (type) {
      type.querySelectorAll("a").forEach(function (link) { link.href = new URL(link.getAttribute("href"), url).href; });
      type.querySelectorAll("li").forEach(function (li) {
        found.push({ kind: li.dataset.c, type: type.dataset.t, head: type.querySelector("dt"), key: li.dataset.k, li: li });
      });
    });
    return found;
  }

  // The subject of a line: `prop size` of `prop size default`; `prop ` is the type as a whole.
  function thing(line) { return line.key.replace(/ [^ ]*$/, ""); }

  function combine(all) {
    var kept = [];
    var gone = {}; // items that were added and later removed
    function drop(wanted) { kept = kept.filter(function (line) { return !wanted(line); }); }
    all.forEach(function (line) {
      var sameType = function (other) { return other.type === line.type; };
      var isWhole = thing(line) === "prop ";
      var same = function (other) { return sameType(other) && other.key === line.key; };
      var within = function (other) { return sameType(other) && (isWhole || thing(other) === thing(line) || thing(other).indexOf(thing(line) + ".") === 0); };
      var isNew = function (other) { return other.kind === "added" && sameType(other) && (thing(other) === "prop " || thing(other) === thing(line)); };
      var ends = line.kind === "removed" || line.kind === "placeholders" || line.kind === "hidden";
      if (ends) {
        // Items that were added and later removed exist at neither end.
        var came = kept.some(isNew);
        // A placeholder is hidden as well.
        drop(function (other) { return within(other) && (line.kind === "removed" || other.kind !== "placeholders" && other.kind !== "hidden"); });
        if (came || gone[line.type + " " + thing(line)]) { gone[line.type + " " + thing(line)] = true; return; }
      } else if (line.kind === "added") {
        var back = kept.filter(function (other) { return same(other) && other.kind === "removed"; });
        drop(function (other) { return back.indexOf(other) >= 0; });
        // Everything inside a new type is also new.
        if (back.length || (!isWhole && kept.some(isNew))) return;
      } else {
        if (line.kind === "changed" && kept.some(isNew)) return;
        var earlier = kept.filter(same)[0];
        drop(same);
        var was = earlier && earlier.li.querySelector(".was");
        var own = line.li.querySelector(".was");
        if (was && own && line.li.querySelector(".now") && !line.li.querySelector(".was ~ .was")) {
          own.textContent = was.textContent;
          if (own.textContent === line.li.querySelector(".now").textContent) return;
        }
      }
      kept.push(line);
    });
    return kept;
  }

  // The most severe change of a type as a whole, or that something in it changed.
  function fate(own) {
    var whole = own.filter(function (line) { return thing(line) === "prop "; });
    var kinds = KINDS.filter(function (kind) { return whole.some(function (line) { return line.kind === kind; }); });
    return kinds[0] || "changed";
  }

  // The types under the headings of the release pages, each under one.
  function show(kept) {
    out.replaceChildren(document.getElementById("headings").content.cloneNode(true));
    var types = {};
    kept.forEach(function (line) { (types[line.type] = types[line.type] || []).push(line); });
    Object.keys(types).sort().forEach(function (name) {
      var own = types[name].sort(function (a, b) { return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind); });
      var kind = fate(own);
      var row = document.createElement("div");
      var value = document.createElement("dd");
      var items = document.createElement("ul");
      own.forEach(function (line) {
        items.append(document.importNode(line.li, true));
      });
      value.append(items);
      row.append(document.importNode(own[own.length - 1].head, true), value);
      out.querySelector('[data-s="' + kind + '"] dl').append(row);
    });
    out.querySelectorAll("section").forEach(function (section) {
      var count = section.querySelectorAll("dl > div").length;
      section.querySelector("small").textContent = count;
      if (!count) section.remove();
    });
  }

  function position(version) {
    return steps.findIndex(function (step) { return step.version === version; });
  }

  function compare() {
    var ends = [position(form.from.value), position(form.to.value)].sort(function (a, b) { return a - b; });
    // The first recorded release has no step: -1.
    var way = steps.slice(ends[0] + 1, ends[1] + 1);
    steps.forEach(function (step) { step.li.hidden = way.indexOf(step) < 0; });
    var words = form.elements.type.value.trim().toLowerCase().split(/[\s:]+/).filter(Boolean);
    history.replaceState(null, "", "?from=" + form.from.value + "&to=" + form.to.value + (words.length ? "&type=" + encodeURIComponent(form.elements.type.value.trim()) : ""));
    if (!way.length) {
      out.replaceChildren();
      rest.classList.remove("awaits");
      said.textContent = "Both are the same release.";
      return;
    }
    var asked = location.search;
    Promise.all(way.map(page)).then(function (docs) {
      if (asked !== location.search) return;
      var all = [];
      docs.forEach(function (doc, n) { all = all.concat(lines(doc.cloneNode(true), way[n].url)); });
      var kept = combine(all).filter(function (line) {
        return words.every(function (word) { return line.type.toLowerCase().includes(word); });
      });
      show(kept);
      rest.classList.remove("awaits");
      said.textContent = kept.length + (kept.length === 1 ? " change" : " changes") + " in " + way.length + (way.length === 1 ? " release" : " releases");
    }, function () {
      out.replaceChildren();
      rest.classList.remove("awaits");
      said.textContent = "The release pages could not be fetched. The list below links to them.";
    });
  }

  var wanted = new URLSearchParams(location.search);
  ["from", "to"].forEach(function (name) {
    var option = form.querySelector('[name="' + name + '"] option[value="' + CSS.escape(wanted.get(name) || "") + '"]');
    if (option) option.selected = true;
  });
  form.elements.type.value = wanted.get("type") || "";
  form.addEventListener("change", compare);
  form.elements.type.addEventListener("input", compare);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  compare();
})();
