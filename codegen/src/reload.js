// Waits for the preview's next version: reloads the page, or shows over it what is wrong with the change.
(async () => {
  let version = -1;
  for (;;) {
    try {
      const answer = await (await fetch(`/__wait?version=${version}`)).json();
      if (version !== -1 && answer.version !== version && !answer.errors) return location.reload();
      version = answer.version;
      show(answer.errors);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  function show(errors) {
    document.getElementById("preview-errors")?.remove();
    if (!errors) return;
    const box = document.createElement("pre");
    box.id = "preview-errors";
    box.setAttribute("role", "alert");
    box.textContent = errors;
    Object.assign(box.style, {
      position: "fixed", inset: "auto 0 0 0", maxHeight: "60vh", overflow: "auto", margin: 0, padding: "1rem",
      background: "#1d1a17", color: "#ffd9c9", borderTop: "4px solid #c4410c", zIndex: 1000, font: "13px/1.5 monospace",
    });
    document.body.append(box);
  }
})();
