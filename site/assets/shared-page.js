// The address of a type in a release that has the page of another one: that page is shown, and the release and the anchor are kept.
(function () {
  "use strict";
  var target = new URL(document.currentScript.dataset.target, location.href);
  target.hash = location.hash;
  location.replace(target);
})();
