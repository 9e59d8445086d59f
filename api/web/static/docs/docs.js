// The pages' extras: buttons that copy code, the choice of a theme, the section
// that is being read, and the search. Each page can be read without them.
import { prepareSearch } from "./search.js";

const all = (selector) => document.querySelectorAll(selector);

// Each block of code has a copy button, except for output.
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
    return false; // not allowed, or the page was not loaded over TLS
  }
}

// Code and tables that are too wide get the focus, so that the arrow keys can
// scroll them.
const focusWide = () => {
  for (const wide of all("figure.code pre, .wide")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
    else wide.removeAttribute("tabindex");
  }
};
addEventListener("resize", focusWide);
focusWide();

// The theme.
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
    // Storage is forbidden: the choice holds for this page only.
  }
});

// Marks the section that is being read: the last one whose heading is in the top
// quarter of the window or above it.
const contents = [...all("#contents a")];
const headings = contents.map((a) => document.getElementById(decodeURIComponent(a.hash.slice(1))));
const markCurrent = () => {
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
  let current = headings.findLastIndex((h) => h.getBoundingClientRect().top < innerHeight / 4);
  if (end) current = headings.length - 1;
  contents.forEach((a, i) => (i === current ? a.setAttribute("aria-current", "true") : a.removeAttribute("aria-current")));
};
addEventListener("scroll", markCurrent, { passive: true });
markCurrent();

// On a narrow screen the lists of links lie over the page. They close when a link
// is chosen.
for (const list of all("[popover]")) {
  list.addEventListener("click", (event) => {
    if (event.target.closest("a") && list.matches(":popover-open")) list.hidePopover();
  });
}

prepareSearch(document.querySelector(".search"));
