// Loaded in <head>, before the style sheet, so that neither the chosen theme nor the controls that need scripts
// flash in late. Everything else waits for site.js.
(function () {
  var root = document.documentElement;
  root.classList.add("js");
  try {
    var chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch (e) {
    // Storage may be closed to us (private windows, file://): the system's wish stands.
  }
})();
