// What the pages can do beside being read: copy code, change colours, tell
// where the reader is, search. Each page works without it.
import { prepareSearch } from "./search.js";

const all = (selector) => document.querySelectorAll(selector);

// Copy buttons. Output is not copied, so it has none.
for (const block of all("figure.code:not([data-language=output])")) {
  const code = block.querySelector("code").textContent;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.append("Copy");
  button.setAttribute("aria-label", "Copy this example");
  button.addEventListener("click", async () => {
    button.textContent = (await copy(code)) ? "Copied" : "Not copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
  block.append(button);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // not allowed, or not over TLS
  }
}

// What does not fit can be moved sideways, from the keyboard too.
const fit = () => {
  for (const wide of all("figure.code pre, .wide")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
};
addEventListener("resize", fit);
fit();

// Colours.
const theme = document.querySelector("#theme");
theme.value = document.documentElement.dataset.theme ?? "";
theme.parentElement.hidden = false;
theme.addEventListener("change", () => {
  if (theme.value) document.documentElement.dataset.theme = theme.value;
  else delete document.documentElement.dataset.theme;
  try {
    if (theme.value) localStorage.setItem("biom.theme", theme.value);
    else localStorage.removeItem("biom.theme");
  } catch {
    // Storage is forbidden: it is chosen for this page only.
  }
});

// Which section is read: the last whose heading has passed the upper part.
const contents = [...all("#contents a")];
const headings = contents.map((a) => document.getElementById(decodeURIComponent(a.hash.slice(1))));
const follow = () => {
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  let current = headings.findLastIndex((h) => h.getBoundingClientRect().top < innerHeight / 4);
  if (end) current = headings.length - 1;
  contents.forEach((a, i) => (i === current ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current")));
};
addEventListener("scroll", follow, { passive: true });
follow();

// On a narrow screen the lists lie over the page: they close when one is chosen.
for (const list of all("[popover]")) {
  list.addEventListener("click", (event) => {
    if (event.target.closest("a") && list.matches(":popover-open")) list.hidePopover();
  });
}

prepareSearch(document.querySelector(".search"));
