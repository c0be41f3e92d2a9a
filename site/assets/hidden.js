// The filter of the page of what each release hid. Without this file, the page is the whole list.
(function () {
  "use strict";
  var form = document.getElementById("pick");
  if (!form) return;
  var input = form.elements.q;
  var said = document.getElementById("picked");
  var nothing = document.getElementById("nothing");
  var rows = Array.prototype.map.call(document.querySelectorAll(".gone tbody tr"), function (row) {
    var head = row.querySelector("th");
    var name = head.querySelector("code").textContent;
    var type = head.querySelector(".of");
    var whole = type ? [type.textContent + " " + name, type.textContent + "." + name] : [name];
    return { row: row, text: whole.join(" ").toLowerCase() };
  });
  var groups = document.querySelectorAll(".gone");

  function show() {
    var query = input.value.trim();
    var words = query.toLowerCase().split(/[\s,]+/).filter(Boolean);
    var found = 0;
    rows.forEach(function (item) {
      var hit = words.every(function (word) { return item.text.indexOf(word) >= 0; });
      item.row.hidden = !hit;
      if (hit) found++;
    });
    groups.forEach(function (group) {
      group.hidden = !group.querySelector("tbody tr:not([hidden])");
      var id = group.querySelector("h2").id;
      document.querySelectorAll("#toc .tree a").forEach(function (link) {
        if (link.hash === "#" + id) link.parentElement.hidden = group.hidden;
      });
    });
    said.textContent = words.length ? found + " of " + rows.length : "";
    nothing.hidden = found > 0;
    if (!found) {
      nothing.querySelector("b").textContent = query;
      nothing.querySelector("a").search = "?q=" + encodeURIComponent(query);
    }
    document.dispatchEvent(new Event("relaid"));
  }

  input.value = new URLSearchParams(location.search).get("q") || "";
  input.addEventListener("input", function () {
    history.replaceState(null, "", input.value ? "?q=" + encodeURIComponent(input.value) : location.pathname);
    show();
  });
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  if (input.value) show();
  document.documentElement.classList.remove("asked");
})();
