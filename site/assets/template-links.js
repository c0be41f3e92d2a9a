// What can be done with a template of a page: checking it, and saving the files of an architecture, each under its name.
(function () {
  "use strict";
  var page = document.querySelector(".top a[href*='check.html']");
  document.querySelectorAll("figure.code").forEach(function (figure) {
    var text = figure.querySelector("code").textContent;
    var copy = figure.querySelector(".copy");
    if (figure.closest(".architecture")) {
      var button = document.createElement("button");
      button.className = "copy save";
      button.type = "button";
      button.textContent = "Save";
      button.addEventListener("click", function () {
        var file = document.createElement("a");
        file.download = figure.querySelector("figcaption").textContent;
        file.href = URL.createObjectURL(new Blob([text + "\n"], { type: "text/plain" }));
        file.click();
        setTimeout(function () { URL.revokeObjectURL(file.href); }, 1000);
      });
      copy.after(button);
    }
    if (!page || !/^(heat_template_version|AWSTemplateFormatVersion):/m.test(text)) return;
    var link = document.createElement("a");
    link.className = "copy try";
    link.textContent = "Check";
    link.href = page.href + "#text=" + encodeURIComponent(text);
    copy.after(link);
  });
})();
