// The search field and the results page. `site.js` loads this when a field is first focused; the engine and the index follow.
(function () {
  "use strict";
  var input = document.getElementById("q");
  if (!input) return;
  var form = input.form;
  var base = document.documentElement.dataset.root;
  var page = document.getElementById("results");
  var KIND = { type: "type", prop: "property", attr: "attribute", policy: "update policy", page: "page", guide: "guide", function: "function", error: "error", constraint: "constraint", release: "release" };
  var LIMIT = 30;
  var engine = null;
  var loading = null;
  var say = null; // shows a message: on the results page in its own line, otherwise in a live region

  function script(url) {
    return new Promise(function (resolve, reject) {
      var element = document.createElement("script");
      element.src = url;
      element.onload = resolve;
      element.onerror = reject;
      document.head.append(element);
    });
  }

  function load() {
    if (loading) return loading;
    // The index is that of the release which the page is about.
    var home = document.documentElement.dataset.home;
    // A page that is opened from the disk cannot fetch, but it can load a script.
    var index = location.protocol === "file:"
      ? script(home + "search-index.js").then(function () { return globalThis.heatSearchIndex; })
      : fetch(home + "search-index.json").then(function (answer) {
        if (!answer.ok) throw new Error(answer.status);
        return answer.json();
      });
    var words = [script(base + "assets/search-words.js"), script(base + "assets/search-abbreviations.js")];
    loading = Promise.all([index, Promise.all(words).then(function () { return script(base + "assets/search-engine.js"); })]).then(function (both) {
      engine = globalThis.heatSearch.createSearch(both[0]);
    });
    loading.catch(function () { loading = null; say("The search index could not be loaded."); });
    return loading;
  }

  // ---- errors of Heat and rules: an index of their own ----

  var errors = null;

  function loadErrors() {
    if (!errors) {
      var data = location.protocol === "file:"
        ? script(base + "errors.js").then(function () { return globalThis.heatErrorIndex; })
        : fetch(base + "errors.json").then(function (answer) { return answer.json(); });
      errors = Promise.all([data, script(base + "assets/search-errors.js")]).then(function (both) {
        return globalThis.heatErrors.createErrors(both[0]);
      });
      errors.catch(function () { errors = null; });
    }
    return errors;
  }

  // ---- names that the reference no longer has ----

  var hidden = null;

  function loadHidden() {
    if (!hidden) {
      hidden = location.protocol === "file:"
        ? script(base + "hidden-names.js").then(function () { return globalThis.heatHiddenNames.names; })
        : fetch(base + "hidden-names.json").then(function (answer) { return answer.json(); }).then(function (all) { return all.names; });
      hidden.catch(function () { hidden = null; });
    }
    return hidden;
  }

  // What is found for a query; without errors and hidden names if they cannot be loaded.
  function find(query, limit) {
    var words;
    return load().then(function () {
      words = globalThis.heatSearchWords;
      var result = engine.search(query, limit);
      if (!form.dataset.errors || !words.mayBeError(query, result, engine.ids)) return result;
      return loadErrors().then(function (index) { return index.added(query, result); }, function () { return result; });
    }).then(function (result) {
      if (!form.dataset.hidden || !words.mayBeHidden(query, result)) return result;
      return loadHidden().then(function (names) { return words.withHidden(query, result, names); }, function () { return result; });
    });
  }

  // ---- one result ----

  function marked(text, words) {
    var element = document.createElement("b");
    var found = words.filter(function (word) { return word.length > 1; }).sort(function (a, b) { return b.length - a.length; });
    if (!found.length) { element.textContent = text; return element; }
    // Words are letters and digits: they need no escaping.
    text.split(new RegExp("(" + found.join("|") + ")", "i")).forEach(function (piece, n) {
      if (n % 2) {
        var mark = document.createElement("mark");
        mark.textContent = piece;
        element.append(mark);
      } else element.append(piece);
    });
    return element;
  }

  function row(hit, words) {
    var link = document.createElement("a");
    link.className = "hit";
    link.href = base + hit.url;
    link.append(marked(hit.kind === "type" ? hit.type.replace(/::/g, "::\u200b") : hit.path || hit.name, words), " ");
    var under = hit.kind === "type" ? hit.text : hit.kind === "hidden" ? [hit.type, hit.text].filter(Boolean).join(": ") : hit.type;
    if (under) {
      var where = document.createElement("span");
      where.textContent = under;
      link.append(where, " ");
    }
    var kind = document.createElement("i");
    var status = hit.status !== "supported";
    kind.textContent = (status ? hit.status + " " : "") + (hit.words || KIND[hit.kind]) + (hit.required ? ", required" : "");
    if (status) kind.className = hit.status;
    link.append(kind);
    return link;
  }

  // The page of what each release hid, with the name filled in.
  function hiddenUrl(query) {
    var url = form.dataset.hidden;
    return url ? url + "?q=" + encodeURIComponent(query) : "";
  }

  function mayBeHidden(query, result) {
    if (result.hidden) return false;
    if (!result.total || result.partial) return true;
    return /::/.test(query) && !result.hits.some(function (hit) { return hit.type && query.toLowerCase().indexOf(hit.type.toLowerCase()) >= 0; });
  }

  function count(result) {
    if (result.unknown) return "The reason is not known: “" + result.unknown.text + "”. " + (result.unknown.service ? "Ask " + result.unknown.service + ", which says so." : "Ask the service of the resource.");
    if (!result.total) return "Nothing found.";
    return result.total + (result.total === 1 ? " result" : " results") + (result.partial ? " with all words but one" : "");
  }

  // ---- the results page ----

  if (page) {
    var status = document.getElementById("found");
    var nothing = document.getElementById("nothing");
    var lost = document.getElementById("lost");
    // Where to look if nothing was found; the query is passed along.
    var showNothing = function (query) {
      nothing.hidden = !query;
      nothing.querySelectorAll("a[data-query]").forEach(function (link) {
        link.href = link.href.split("?")[0] + "?q=" + encodeURIComponent(query);
      });
    };
    var show = function () {
      var query = input.value.trim();
      if (!query) { page.replaceChildren(); status.textContent = ""; showNothing(""); if (lost) lost.hidden = true; return; }
      find(query, 200).then(function (result) {
        if (input.value.trim() !== query) return; // typed on while the index was under way
        page.replaceChildren.apply(page, result.hits.map(function (hit) {
          var item = document.createElement("li");
          item.append(row(hit, result.words));
          return item;
        }));
        status.textContent = count(result) + (result.total > 200 ? ", the first 200 of them shown" : "");
        showNothing(result.total ? "" : query);
        if (lost) {
          lost.hidden = !mayBeHidden(query, result);
          lost.querySelector("a").href = hiddenUrl(query);
          lost.querySelector("b").textContent = query;
        }
        settled();
      }, settled);
    };
    // The hints below the results wait for them, so that nothing moves.
    var settled = function () { document.documentElement.classList.remove("asked"); };
    say = function (text) { status.textContent = text; };
    input.value = new URLSearchParams(location.search).get("q") || "";
    input.addEventListener("focus", load);
    input.addEventListener("input", function () {
      history.replaceState(null, "", "?q=" + encodeURIComponent(input.value));
      show();
    });
    form.addEventListener("submit", function (event) { event.preventDefault(); show(); });
    show();
  } else document.querySelectorAll("form.find").forEach(function (each) { combobox(each, each.elements.q); });

  // ---- the combobox ----

  function combobox(form, input) {
    var list = document.createElement("div");
    var live = document.createElement("p");
    var shown = [];
    var active = -1;
    list.className = "hits";
    list.id = input.id + "-hits";
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Search results");
    live.className = "vh";
    live.setAttribute("role", "status");
    form.append(list, live);
    var announce = function (text) { live.textContent = text; };
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", list.id);

    function choose(n) {
      if (active >= 0 && shown[active]) shown[active].setAttribute("aria-selected", "false");
      active = n;
      if (n < 0) { input.removeAttribute("aria-activedescendant"); return; }
      shown[n].setAttribute("aria-selected", "true");
      input.setAttribute("aria-activedescendant", shown[n].id);
      shown[n].scrollIntoView({ block: "nearest" });
    }

    function open(yes) {
      list.hidden = !yes;
      input.setAttribute("aria-expanded", String(yes));
      if (!yes) choose(-1);
    }

    function update() {
      var query = input.value.trim();
      if (!query) { open(false); announce(""); return; }
      find(query, LIMIT).then(function (result) {
        if (input.value.trim() !== query) return; // typed on while the index was under way
        active = -1;
        shown = result.hits.map(function (hit) { return row(hit, result.words); });
        if (result.total > LIMIT || !result.total) {
          var more = document.createElement("a");
          more.className = "hits-end";
          more.href = form.action + "?q=" + encodeURIComponent(query);
          more.textContent = result.total ? "All " + result.total + " results" : "Nothing found. Where else to look";
          shown.push(more);
        }
        if (hiddenUrl(query) && mayBeHidden(query, result)) {
          var old = document.createElement("a");
          old.className = "hits-end";
          old.href = hiddenUrl(query);
          old.textContent = "Look it up in What each release hid";
          shown.push(old);
        }
        shown.forEach(function (link, n) {
          link.id = list.id + "-" + n;
          link.tabIndex = -1;
          link.setAttribute("role", "option");
          link.setAttribute("aria-selected", "false");
        });
        list.replaceChildren.apply(list, shown);
        announce(count(result));
        list.scrollTop = 0;
        open(true);
        choose(0);
      }, function () {});
    }

    input.addEventListener("focus", function () {
      say = announce;
      load();
      if (input.value.trim()) update();
    });
    input.addEventListener("input", update);
    input.addEventListener("keydown", function (event) {
      var last = shown.length - 1;
      if (event.key === "Escape") {
        if (!list.hidden) { event.preventDefault(); open(false); } // the first Escape closes the list, the next clears the field
        else if (!input.value) input.blur();
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (list.hidden) { update(); return; }
        if (last < 0) return;
        var step = event.key === "ArrowDown" ? 1 : -1;
        choose(active + step > last ? 0 : active + step < 0 ? last : active + step);
      } else if (event.key === "Enter" && !list.hidden && shown[active]) {
        event.preventDefault();
        shown[active].click();
        open(false);
      }
    });
    list.addEventListener("mousedown", function (event) { event.preventDefault(); }); // keeps the focus in the field
    list.addEventListener("click", function () { open(false); });
    form.addEventListener("focusout", function (event) {
      if (!form.contains(event.relatedTarget)) open(false);
    });
    // This script comes after the focus, and perhaps after the first letters.
    if (document.activeElement === input) {
      say = announce;
      load();
      if (input.value.trim()) update();
    }
  }
})();
