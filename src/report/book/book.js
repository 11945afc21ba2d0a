"use strict";
// Stepping through scenarios, and the search. Without this script everything is shown, and nothing is searched.

const scenarios = [...document.querySelectorAll(".scenes")].map((list) => {
  const scenes = [...list.children];
  const stepper = list.previousElementSibling;
  const count = stepper.querySelector(".step-count");
  let at = -1;
  const show = (next) => {
    at = Math.max(0, Math.min(scenes.length - 1, next));
    scenes.forEach((scene, index) => {
      if (index === at) scene.setAttribute("aria-current", "step");
      else scene.removeAttribute("aria-current");
    });
    count.textContent = `step ${at + 1} of ${scenes.length}`;
    scenes[at].scrollIntoView({ block: "nearest" });
  };
  const step = (by) => show(at < 0 ? 0 : at + by);
  stepper.hidden = false;
  count.setAttribute("aria-live", "polite");
  count.textContent = `${scenes.length} steps`;
  stepper.addEventListener("click", (event) => {
    const by = Number(event.target.dataset?.step);
    if (by) {
      current = scenario;
      step(by);
    }
  });
  const scenario = { list, step };
  return scenario;
});
let current = null;

/** The scenario that the arrow keys step through: the one last stepped through, as long as it can be seen. */
function stepped() {
  const seen = ({ list }) => {
    const { top, bottom } = list.getBoundingClientRect();
    return bottom > 80 && top < window.innerHeight - 80;
  };
  if (!current || !seen(current)) current = scenarios.find(seen) ?? null;
  return current;
}

const root = document.body.dataset.root;
const box = document.querySelector(".search");
const input = document.getElementById("search");
const found = document.getElementById("found");
const told = document.getElementById("found-count");
let chosen = -1;

function choose(next) {
  const links = [...found.querySelectorAll("a")];
  chosen = links.length === 0 ? -1 : (next + links.length) % links.length;
  links.forEach((link, index) => link.toggleAttribute("data-chosen", index === chosen));
  links[chosen]?.scrollIntoView({ block: "nearest" });
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = words.join(" ");
  const rank = ([kind, name, text]) => {
    const inName = words.every((word) => name.toLowerCase().includes(word));
    if (!inName && !words.every((word) => `${name} ${text}`.toLowerCase().includes(word))) return null;
    const near = name.toLowerCase() === phrase ? 0 : name.toLowerCase().includes(phrase) ? 10 : inName ? 20 : 30;
    return near + ["clause", "open point", "mistake", "scenario"].indexOf(kind);
  };
  const hits = words.length === 0 ? [] : window.todospecIndex
    .map((entry) => [rank(entry), entry])
    .filter(([rank]) => rank !== null)
    .sort(([a], [b]) => a - b);
  found.replaceChildren(...hits.slice(0, 30).map(([, [kind, name, text, page]]) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const more = document.createElement("small");
    link.href = root + page;
    more.textContent = kind === "scenario" ? kind : `${kind}: ${text}`;
    link.append(name, more);
    item.append(link);
    return item;
  }));
  found.hidden = hits.length === 0;
  told.textContent = words.length === 0 ? "" : `${hits.length} found`;
  choose(0);
}

if (window.todospecIndex) {
  box.hidden = false;
  input.addEventListener("input", search);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Enter") found.querySelectorAll("a")[chosen]?.click();
    else return;
    event.preventDefault();
  });
  found.addEventListener("click", () => { found.hidden = true; });
  document.addEventListener("click", (event) => { if (!box.contains(event.target)) found.hidden = true; });
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input, textarea, select");
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "Escape") {
    found.hidden = true;
    if (typing) event.target.blur();
  } else if (!typing && event.key === "/") {
    input.focus();
    event.preventDefault();
  } else if (!typing && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
    const scenario = stepped();
    scenario?.step(event.key === "ArrowRight" ? 1 : -1);
    if (scenario) event.preventDefault();
  }
});
