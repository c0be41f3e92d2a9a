// Filters of long lists. They are in place before this file is loaded; without it they are not shown.
(function () {
  "use strict";
  var $ = function (selector) { return document.querySelector(selector); };
  var $$ = function (selector) { return Array.prototype.slice.call(document.querySelectorAll(selector)); };

  // Filters of long lists: `data-rows` names the rows. A section without rows is hidden with them, and folded rows are shown.
  function sieves() {
    $$("input[data-rows]").forEach(function (input) {
      var said = input.parentNode.querySelector("[role=status]");
      var rows = $$(input.dataset.rows).map(function (row) {
        return { row: row, around: row.closest("section"), fold: row.closest("section > details"), text: row.textContent.toLowerCase() };
      });
      input.addEventListener("input", function () {
        var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        var shown = 0;
        rows.forEach(function (each) { if (each.around) each.around.hidden = words.length > 0; });
        rows.forEach(function (each) { if (each.fold) each.fold.open = words.length > 0; });
        rows.forEach(function (each) {
          each.row.hidden = !words.every(function (word) { return each.text.includes(word); });
          if (each.row.hidden) return;
          shown++;
          if (each.around) each.around.hidden = false;
        });
        said.textContent = words.length ? shown + " of " + rows.length : "";
      });
    });
  }

  // The filter of the types on the start page. It comes on top of that of the status.
  function typeSieve() {
    var input = $("#type-sieve");
    if (!input) return;
    var none = $("#no-type");
    var services = $$(".service").map(function (service) {
      var name = service.querySelector("h2").textContent;
      var types = Array.prototype.map.call(service.querySelectorAll("dl > div"), function (row) {
        return { row: row, text: (name + " " + row.textContent).toLowerCase() };
      });
      return { service: service, types: types };
    });
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/[\s:]+/).filter(Boolean);
      var any = false;
      services.forEach(function (each) {
        var shown = 0;
        each.types.forEach(function (type) {
          type.row.hidden = !words.every(function (word) { return type.text.includes(word); });
          if (!type.row.hidden) shown++;
        });
        each.service.hidden = !shown;
        any = any || shown > 0;
      });
      none.hidden = any;
    });
    input.addEventListener("keydown", function (event) {
      if (event.key === "Escape" && input.value) {
        event.preventDefault();
        input.value = "";
        input.dispatchEvent(new Event("input"));
      } else if (event.key === "Enter") {
        event.preventDefault();
        var first = $(".service:not([hidden]) dl > div:not([hidden]) a");
        if (first && input.value) first.click();
      }
    });
  }

  // The filter of the status on the start page.
  function statuses() {
    var wanted = new URLSearchParams(location.search).get("status");
    var radio = wanted && document.getElementById("status-" + wanted);
    if (radio) radio.checked = true;
    $$(".filter input[type=radio]").forEach(function (input) {
      input.addEventListener("change", function () {
        history.replaceState(null, "", input.value ? "?status=" + input.value : location.pathname);
        document.dispatchEvent(new Event("relaid"));
      });
    });
    if ($(".services")) document.documentElement.classList.remove("asked");
  }

  statuses();
  typeSieve();
  sieves();
})();
