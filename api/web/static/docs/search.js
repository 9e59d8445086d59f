// The search over all sections of the documentation. The library and the index
// are loaded when the search box gets the focus.
const maxResults = 8;

export function prepareSearch(box) {
  const input = box.querySelector("input");
  const list = box.querySelector("[role=listbox]");
  const count = box.querySelector("[role=status]");
  let chosen = -1;
  let loading;
  box.hidden = false;

  const load = () => (loading ??= loadIndex().catch(() => ((loading = undefined), undefined)));
  input.addEventListener("focus", load);
  input.addEventListener("input", async () => {
    const query = input.value;
    const index = await load();
    if (query === input.value) show(index?.search(query.trim()).slice(0, maxResults) ?? [], query.trim());
  });

  input.addEventListener("keydown", (event) => {
    const options = [...list.querySelectorAll("a")];
    if (event.key === "ArrowDown") choose(options, chosen + 1);
    else if (event.key === "ArrowUp") choose(options, chosen - 1);
    else if (event.key === "Enter" && options.length) options[Math.max(chosen, 0)].click();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
    }
  });
  addEventListener("pointerdown", (event) => box.contains(event.target) || close());
  box.addEventListener("focusout", (event) => event.relatedTarget && !box.contains(event.relatedTarget) && close());
  list.addEventListener("click", (event) => event.target.closest("a") && close());

  function show(found, query) {
    list.replaceChildren(...found.map(option));
    if (!found.length) list.append(nothing(query));
    chosen = -1;
    input.removeAttribute("aria-activedescendant");
    list.hidden = !query;
    input.setAttribute("aria-expanded", String(!list.hidden));
    count.textContent = query ? `${found.length} results` : "";
  }

  function choose(options, i) {
    if (!options.length) return;
    chosen = (i + options.length) % options.length;
    options.forEach((o, k) => o.setAttribute("aria-selected", String(k === chosen)));
    options[chosen].scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", options[chosen].id);
  }

  function close() {
    list.hidden = true;
    chosen = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }
}

// loadIndex loads the library and the sections, and builds the index.
async function loadIndex() {
  const [{ default: MiniSearch }, response] = await Promise.all([import("../vendor/minisearch/dist/es/index.js"), fetch("/docs/search.json")]);
  const index = new MiniSearch({
    fields: ["title", "page", "text"],
    storeFields: ["title", "page", "text", "path"],
    searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: (term) => (term.length > 4 ? 0.2 : false), combineWith: "AND" },
  });
  index.addAll(await response.json());
  return index;
}

// option returns the view of a section that was found: its page and title, and an
// excerpt of its text.
function option(found, i) {
  const link = element("a");
  Object.assign(link, { id: `found-${i}`, href: found.path, tabIndex: -1, role: "option", ariaSelected: "false" });
  const title = element("span", "where", found.page);
  if (found.title) title.append(" › ", element("strong", "", found.title));
  link.append(title, excerpt(found));
  return link;
}

function nothing(query) {
  const line = element("div", "none", `Nothing about “${query}”`);
  return Object.assign(line, { role: "option", ariaDisabled: "true", ariaSelected: "false" });
}

const leadingChars = 40;
const excerptLength = 140;

// excerpt returns the part of the text around the first match, with all matches in
// it marked.
function excerpt({ text, terms }) {
  const pattern = new RegExp(terms.map((t) => t.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|"), "iu");
  const at = text.search(pattern);
  const from = at > leadingChars ? text.indexOf(" ", at - leadingChars) + 1 : 0;
  const line = element("span", "excerpt", from > 0 ? "…" : "");
  let rest = text.slice(from, from + excerptLength);
  for (let m; (m = rest.match(pattern)) && m[0]; rest = rest.slice(m.index + m[0].length)) {
    line.append(rest.slice(0, m.index), element("mark", "", m[0]));
  }
  line.append(rest, from + excerptLength < text.length ? "…" : "");
  return line;
}

function element(name, className = "", text = "") {
  const e = document.createElement(name);
  if (className) e.className = className;
  if (text) e.append(text);
  return e;
}
