// Loaded in <head>, before the style sheet, so that neither the chosen theme nor the controls that need scripts appear late.
// Everything else is in site.js.
(function () {
  var root = document.documentElement;
  root.classList.add("js");
  try {
    var chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch (e) {
    // Storage may be unavailable (private windows, file://): then the system's preference applies.
  }
})();
