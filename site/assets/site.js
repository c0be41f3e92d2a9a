// The scripts of every page. Each part does nothing on pages without its elements.
(function () {
  "use strict";
  var root = document.documentElement;
  var $ = function (selector) { return document.querySelector(selector); };
  var $$ = function (selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); };

  // Storage throws if it is forbidden.
  function keep(store, key, value) {
    try {
      if (value === undefined) return window[store].getItem(key);
      if (value === null) window[store].removeItem(key);
      else window[store].setItem(key, value);
    } catch (e) { /* forgotten */ }
    return null;
  }

  // The search is loaded when a field is wanted; on its own page, at once.
  function search() {
    var input = document.getElementById("q");
    if (!input) return;
    var asked = false;
    function load() {
      if (asked) return;
      asked = true;
      var script = document.createElement("script");
      script.src = root.dataset.root + "assets/search.js";
      script.onerror = function () { asked = false; };
      document.head.append(script);
    }
    addEventListener("focusin", function (event) {
      if (event.target.closest("form.find")) load();
    });
    var focused = document.activeElement && document.activeElement.closest("form.find");
    if (focused || document.getElementById("results")) load();

    // Ctrl-K (⌘K) works everywhere, a slash where it is not text.
    addEventListener("keydown", function (event) {
      var chord = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
      if (!chord) {
        if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
        var at = document.activeElement;
        if (at && (at.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && at.type !== "radio")) return;
      }
      event.preventDefault();
      input.focus();
      input.select();
    });
  }

  function theme() {
    var chosen = keep("localStorage", "theme") || "auto";
    $$(".theme input").forEach(function (input) {
      input.checked = input.value === chosen;
      input.addEventListener("change", function () {
        var auto = input.value === "auto";
        if (auto) delete root.dataset.theme;
        else root.dataset.theme = input.value;
        keep("localStorage", "theme", auto ? null : input.value);
      });
    });
    // On a narrow screen the switch is in the drawer.
    var group = $(".theme");
    var drawer = $(".side-tools");
    var narrow = matchMedia("(max-width: 51.99rem)");
    if (!group || !drawer) return;
    var head = group.parentNode;
    var after = group.nextSibling;
    var move = function () {
      if (narrow.matches) drawer.append(group);
      else head.insertBefore(group, after);
    };
    narrow.addEventListener("change", move);
    move();
  }

  function copyButtons() {
    // On plain http, only the old method works.
    function copy(text) {
      if (navigator.clipboard) return navigator.clipboard.writeText(text);
      var area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      return Promise.resolve();
    }
    $$(".copy").forEach(function (button) {
      var label = button.firstChild;
      var word = label.textContent;
      button.addEventListener("click", function () {
        copy(button.dataset.copy || button.parentNode.querySelector("pre, code").innerText).then(function () {
          label.textContent = "Copied ";
          button.classList.add("done");
          setTimeout(function () {
            label.textContent = word;
            button.classList.remove("done");
          }, 1600);
        }, function () { /* refused by the browser: the text can still be selected */ });
      });
    });
  }

  // On a phone, the row with the menu comes back when one scrolls up. A jump to an anchor is not scrolling: the row would cover what it
  // leads to.
  function menuRow() {
    var top = $(".top");
    if (!top) return;
    var before = scrollY;
    var shown = false;
    addEventListener("scroll", function () {
      var moved = scrollY - before;
      var hidden = -parseFloat(getComputedStyle(top).top); // 0 where no row is scrolled away
      if (Math.abs(moved) > innerHeight / 2 || moved > 2 || !hidden) shown = false;
      else if (moved < -2) shown = true;
      before = scrollY;
      root.style.setProperty("--menu-row", (shown ? Math.max(0, Math.min(scrollY, hidden)) : 0) + "px");
    }, { passive: true });
  }

  // ---- left column ----

  function sideColumn() {
    var side = $("#nav");
    if (!side) return;
    var current = side.querySelector(".side-list [aria-current]");
    // A link that was followed stays under the pointer, no matter which services are open on the next page.
    var place = keep("sessionStorage", "nav-place");
    keep("sessionStorage", "nav-place", null);
    if (current && side.offsetParent !== null) {
      var offset = function () { return current.getBoundingClientRect().top - side.getBoundingClientRect().top; };
      if (place !== null) side.scrollTop += offset() - Number(place);
      else if (offset() > side.clientHeight - 40) side.scrollTop += offset() - side.clientHeight / 2;
    } else if (place === null) {
      side.scrollTop = Number(keep("sessionStorage", "nav-scroll")) || 0;
    }
    side.addEventListener("click", function (event) {
      var link = event.target.closest(".side-list a");
      if (link) keep("sessionStorage", "nav-place", link.getBoundingClientRect().top - side.getBoundingClientRect().top);
    });
    addEventListener("pagehide", function () { keep("sessionStorage", "nav-scroll", side.scrollTop); });
    // As a drawer it has no place until it is opened.
    side.addEventListener("toggle", function (event) {
      if (event.target === side && event.newState === "open" && current) current.scrollIntoView({ block: "center" });
    });
    filterSide(side);
  }

  function filterSide(side) {
    var input = side.querySelector(".nav-filter");
    if (!input) return;
    var before = null; // the services that were open when filtering began
    var groups = Array.prototype.map.call(side.querySelectorAll("details"), function (details) {
      return {
        details: details,
        text: details.querySelector("summary").textContent.toLowerCase(),
        items: Array.prototype.map.call(details.querySelectorAll("li"), function (li) {
          return { li: li, text: li.textContent.toLowerCase() };
        }),
      };
    });
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/[\s:]+/).filter(Boolean);
      if (words.length && !before) before = groups.map(function (g) { return g.details.open; });
      groups.forEach(function (group, n) {
        var shown = 0;
        group.items.forEach(function (item) {
          var hit = words.every(function (word) { return item.text.includes(word) || group.text.includes(word); });
          item.li.hidden = !hit;
          if (hit) shown++;
        });
        group.details.hidden = !shown;
        group.details.open = words.length ? shown > 0 : before ? before[n] : group.details.open;
      });
      if (!words.length) before = null;
    });
    input.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && input.value) {
        event.preventDefault(); // a drawer closes at the second Escape only
        input.value = "";
        input.dispatchEvent(new Event("input"));
      } else if (event.key === "Enter") {
        var first = side.querySelector(".side-list details:not([hidden]) li:not([hidden]) a");
        if (first && input.value) first.click();
      }
    });
  }

  // ---- deep links ----

  // The id in a hash. A percent sign may be literal: then there is nothing to decode.
  function idOf(hash) {
    try { return decodeURIComponent(hash.slice(1)); } catch (e) { return hash.slice(1); }
  }

  // Old documents write anchors with dashes and list levels, as in prop-networks-*-fixed_ip.
  function target(hash) {
    var id = idOf(hash);
    if (!id) return null;
    var exact = document.getElementById(id);
    if (exact) return exact;
    var plain = function (text) { return text.replace(/\*/g, "").replace(/[-.]+/g, ".").toLowerCase(); };
    var wanted = plain(id);
    var twin = wanted.replace(/^prop\./, "policy."); // Heat's own pages use the prefix prop for both
    return $$(".prop[id]").find(function (el) { var p = plain(el.id); return p === wanted || p === twin; }) || null;
  }

  // A link to a part that the page lacks: it may have been hidden.
  function missing() {
    var before = $("#missing");
    if (before) before.remove();
    var part = /^#(?:prop|attr|policy)-(.+)$/.exec(location.hash);
    var hidden = $(".find[data-hidden]");
    var type = $(".title .copy");
    if (!part || !hidden || !type || target(location.hash)) return;
    var name = part[1].replace(/\*/g, "").replace(/-+/g, ".");
    try { name = decodeURIComponent(name); } catch (e) { /* as it stands */ }
    var note = document.createElement("p");
    var code = document.createElement("code");
    var link = document.createElement("a");
    note.id = "missing";
    note.className = "banner";
    code.textContent = name;
    link.href = hidden.dataset.hidden + "?q=" + encodeURIComponent(type.dataset.copy + " " + name);
    link.textContent = "Look it up in What each release hid";
    note.append("The reference has no ", code, " here. ", link, ".");
    $(".title").after(note);
  }

  function reveal() {
    missing();
    var el = target(location.hash);
    if (!el) return;
    if (el.id !== idOf(location.hash)) {
      // This uses location, not history, because only location updates `:target`.
      location.replace("#" + encodeURI(el.id));
      return;
    }
    var more = el.closest(".use") && $(".use .unfold input");
    if (more) more.checked = true;
    for (var up = el; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    el.scrollIntoView();
  }

  function deepLinks() {
    if (location.hash) reveal();
    root.classList.remove("deep");
    addEventListener("hashchange", reveal);
    // A link to the current address fires no hashchange.
    document.addEventListener("click", function (event) {
      var link = event.target.closest('a[href^="#"]');
      if (link && link.hash === location.hash) reveal();
      var drawer = link && link.closest(":popover-open");
      if (drawer) drawer.hidePopover();
    });
  }

  // ---- current position: the outline's mark and the path line ----

  function whereabouts() {
    var toc = $("#toc");
    var tree = toc && toc.querySelector(".tree");
    if (!tree) return;
    var links = Array.prototype.slice.call(tree.querySelectorAll("a"));
    var path = $("#path");
    var line = document.createElement("span");
    var all = links.map(function (link) {
      return { link: link, el: document.getElementById(idOf(link.hash)) };
    }).filter(function (place) { return place.el; });
    var places = [];
    var now = null;
    var waiting = false;

    // Measuring the contents of a closed branch would force a layout.
    function collect() {
      // What stays beside the text has no place in it.
      var beside = $(".use") && getComputedStyle($(".use")).position === "sticky";
      places = all.filter(function (place) {
        return !(beside && place.el.closest(".use")) && !place.el.parentElement.closest("details:not([open])") && place.el.getClientRects().length;
      });
      look();
    }

    function look() {
      waiting = false;
      var edge = parseFloat(getComputedStyle(root).scrollPaddingTop) + 8;
      var low = 0;
      var high = places.length;
      while (low < high) {
        var middle = (low + high) >> 1;
        if (places[middle].el.getBoundingClientRect().top <= edge) low = middle + 1;
        else high = middle;
      }
      var place = low ? places[low - 1] : null;
      // A section at the end of the page never reaches the edge: there, the address decides.
      if (location.hash && innerHeight + scrollY > root.scrollHeight - 4) {
        place = places.find(function (p) {
          return p.link.hash === location.hash && p.el.getBoundingClientRect().top >= 0;
        }) || place;
      }
      if (path) showPath(place && place.el);
      if (place === now) return;
      if (now) now.link.removeAttribute("aria-current");
      now = place;
      if (!now) return;
      now.link.setAttribute("aria-current", "true");
      var box = now.link.getBoundingClientRect();
      var frame = toc.getBoundingClientRect();
      if (box.top < frame.top + 40 || box.bottom > frame.bottom - 40) {
        toc.scrollTop += box.top - frame.top - frame.height / 2;
      }
    }

    function showPath(el) {
      var parts = [];
      var top = null;
      for (var up = el && el.closest(".prop"); up; up = up.parentElement.closest(".prop")) {
        parts.unshift(up.querySelector("a").textContent);
        if (top && up.hasAttribute("data-l")) parts.splice(1, 0, "[]");
        top = up;
      }
      if (!top || parts.length < 2 || el.getBoundingClientRect().bottom < 0) line.remove();
      else {
        var last = document.createElement("b");
        last.textContent = parts.pop();
        line.replaceChildren(parts.join(" › ") + " › ", last);
        path.append(line);
      }
    }

    addEventListener("scroll", function () {
      if (!waiting) { waiting = true; requestAnimationFrame(look); }
    }, { passive: true });
    document.addEventListener("toggle", function (event) {
      if (event.target.tagName === "DETAILS") collect();
    }, true);
    document.addEventListener("relaid", collect);
    collect();
  }

  function openAll() {
    var button = $(".all");
    var members = $$("details.mem");
    if (!button || members.length < 2) return;
    button.hidden = false;
    button.addEventListener("click", function () {
      var open = members.some(function (details) { return !details.open; });
      members.forEach(function (details) { details.open = open; });
      button.textContent = open ? "Close all" : "Open all";
    });
  }

  function filters() {
    $$("#only-replace").forEach(function (box) {
      box.addEventListener("change", function () { document.dispatchEvent(new Event("relaid")); });
    });
  }

  // What scrolls sideways can be focused with the keyboard; elsewhere the templates do this.
  function scrollers() {
    $$(".guide pre, .guide table").forEach(function (box) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    });
  }

  // For those who read about an old release.
  function release() {
    if (root.dataset.home === root.dataset.root && !/[?&]release=/.test(location.search)) return;
    var script = document.createElement("script");
    script.src = root.dataset.root + "assets/release.js";
    document.head.append(script);
  }

  theme();
  search();
  release();
  scrollers();
  copyButtons();
  filters();
  menuRow();
  sideColumn();
  openAll();
  deepLinks();
  whereabouts();
})();
