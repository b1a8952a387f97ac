// @vitest-environment happy-dom
import { afterEach, expect, onTestFinished, test } from "vitest";
import { holdFocusOnHeading } from "./hold-focus-on-heading.ts";

afterEach(() => document.body.replaceChildren());

function show(words: string): HTMLElement {
  document.body.innerHTML = `<main><h1 tabindex="-1">${words}</h1><button>Next</button></main>`;
  return document.querySelector("h1") ?? document.body;
}

const hold = () => onTestFinished(holdFocusOnHeading());

test("a heading that comes late, and a heading that replaces it, get the focus", async () => {
  document.body.innerHTML = "<main></main>";
  hold();
  const late = show("Class");
  await expect.poll(() => document.activeElement).toBe(late);
  const loaded = show("Class 2A");
  await expect.poll(() => document.activeElement).toBe(loaded);
});

test.each(["keydown", "pointerdown"])("after a %s of the user the focus stays where it is", async (name) => {
  show("Class");
  hold();
  document.dispatchEvent(new Event(name));
  show("Class 2A");
  // By now an observer has seen the new heading.
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
