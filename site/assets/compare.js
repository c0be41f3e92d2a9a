// Two releases compared: the pages of the releases on the way are fetched, and what they say is taken together. Without this
// file, or where fetching is not possible, the list of steps leads to the same pages.
(function () {
  "use strict";
  var form = document.getElementById("compare");
  var out = document.getElementById("comparison");
  var said = document.getElementById("compared");
  // Newest first in the page; here oldest first.
  var steps = Array.prototype.slice.call(document.querySelectorAll("#steps li")).reverse().map(function (li) {
    return { version: li.dataset.v, url: li.querySelector("a").href, li: li };
  });
  if (!form || !steps.length || location.protocol === "file:") return;
  var pages = {};

  function page(step) {
    pages[step.url] = pages[step.url] || fetch(step.url).then(function (answer) {
      if (!answer.ok) throw new Error(step.url);
      return answer.text();
    }).then(function (html) { return new DOMParser().parseFromString(html, "text/html"); });
    return pages[step.url];
  }

  // All lines of a page, each with its section and its type. What it links to is found from there.
  function lines(doc, url) {
    var found = [];
    doc.querySelectorAll(".changes").forEach(function (section) {
      section.querySelectorAll("[data-t]").forEach(function (type) {
        type.querySelectorAll("a").forEach(function (link) { link.href = new URL(link.getAttribute("href"), url).href; });
        type.querySelectorAll("li").forEach(function (li) {
          found.push({ section: section.dataset.s, title: section.querySelector("h2 a").textContent, type: type.dataset.t, head: type.querySelector("dt"), key: li.dataset.k, li: li });
        });
      });
    });
    return found;
  }

  // Thing and key of a line: `prop size default`.
  function thing(line) { return line.key.replace(/ [^ ]*$/, ""); }

  function combine(all) {
    var kept = [];
    function drop(wanted) { kept = kept.filter(function (line) { return !wanted(line); }); }
    all.forEach(function (line) {
      var same = function (other) { return other.type === line.type && other.key === line.key; };
      var whole = function (other) { return other.type === line.type && other.section === "added" && thing(other) === "prop "; };
      if (line.section === "added" || line.section === "removed") {
        var opposite = line.section === "added" ? "removed" : "added";
        var gone = kept.filter(function (other) { return same(other) && other.section === opposite; });
        drop(function (other) { return other.type === line.type && line.section === "removed" && thing(other) === thing(line); });
        drop(function (other) { return gone.indexOf(other) >= 0; });
        if (gone.length) return;
        // What is in a type that is new is new with it.
        if (line.section === "added" && kept.some(whole)) return;
      } else {
        if (line.section === "changed" && kept.some(whole)) return;
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

  function show(kept) {
    out.replaceChildren();
    ["removed", "hidden", "deprecated", "changed", "added"].forEach(function (name) {
      var own = kept.filter(function (line) { return line.section === name; });
      if (!own.length) return;
      var section = document.createElement("section");
      var heading = document.createElement("h2");
      var count = document.createElement("small");
      var list = document.createElement("dl");
      heading.id = name;
      count.textContent = own.length;
      heading.append(own[0].title + " ", count);
      list.className = "log types";
      own.sort(function (a, b) { return a.type < b.type ? -1 : a.type > b.type ? 1 : 0; });
      var type, items;
      own.forEach(function (line) {
        if (!type || type !== line.type) {
          type = line.type;
          var row = document.createElement("div");
          var value = document.createElement("dd");
          items = document.createElement("ul");
          value.append(items);
          row.append(document.importNode(line.head, true), value);
          list.append(row);
        }
        items.append(document.importNode(line.li, true));
      });
      section.append(heading, list);
      out.append(section);
    });
  }

  function position(version) {
    return steps.findIndex(function (step) { return step.version === version; });
  }

  function compare() {
    var ends = [position(form.from.value), position(form.to.value)].sort(function (a, b) { return a - b; });
    // The first release that is recorded has no step of its own: -1.
    var way = steps.slice(ends[0] + 1, ends[1] + 1);
    steps.forEach(function (step) { step.li.hidden = way.indexOf(step) < 0; });
    history.replaceState(null, "", "?from=" + form.from.value + "&to=" + form.to.value);
    if (!way.length) {
      out.replaceChildren();
      said.textContent = "That is one and the same release.";
      return;
    }
    var asked = location.search;
    Promise.all(way.map(page)).then(function (docs) {
      if (asked !== location.search) return;
      var all = [];
      docs.forEach(function (doc, n) { all = all.concat(lines(doc.cloneNode(true), way[n].url)); });
      var kept = combine(all);
      show(kept);
      said.textContent = kept.length + (kept.length === 1 ? " change" : " changes") + " in " + way.length + (way.length === 1 ? " step" : " steps");
    }, function () {
      out.replaceChildren();
      said.textContent = "The releases could not be fetched; the steps below lead to them.";
    });
  }

  var wanted = new URLSearchParams(location.search);
  ["from", "to"].forEach(function (name) {
    var option = form.querySelector('[name="' + name + '"] option[value="' + CSS.escape(wanted.get(name) || "") + '"]');
    if (option) option.selected = true;
  });
  form.hidden = false;
  form.addEventListener("change", compare);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  compare();
})();
