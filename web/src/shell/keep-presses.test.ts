// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { keepPresses } from "./keep-presses.ts";

const pointer = { bubbles: true, isPrimary: true, button: 0, clientX: 10, clientY: 10 };
let button: HTMLButtonElement;
const click = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  document.body.innerHTML = "<main><button>Save</button><p>News</p></main>";
  button = document.querySelector("button") ?? document.createElement("button");
  click.mockClear();
  button.addEventListener("click", () => click());
  onTestFinished(keepPresses(document));
});

/** Presses the button. The page moves it, `meanwhile` happens, and the pointer is released beside it. Then `after` happens. */
function pressAndMove({ meanwhile, after }: { meanwhile?: () => void; after?: () => void } = {}) {
  button.dispatchEvent(new PointerEvent("pointerdown", pointer));
  button.getBoundingClientRect = () => new DOMRect(0, 300, 100, 44);
  meanwhile?.();
  document.querySelector("p")?.dispatchEvent(new PointerEvent("pointerup", pointer));
  after?.();
  vi.runAllTimers();
}

/** Opens a modal dialog with these elements. */
function openDialog(...parts: readonly Element[]) {
  const dialog = document.createElement("dialog");
  document.body.append(dialog);
  dialog.append(...parts);
  dialog.showModal();
}

test("a press counts for the button that the page moves away from under the pointer", () => {
  pressAndMove();
  expect(click).toHaveBeenCalledOnce();
});

test("a press counts for a button in the open dialog", () => {
  openDialog(button);
  pressAndMove();
  expect(click).toHaveBeenCalledOnce();
});

const changes: [string, () => void][] = [
  ["the button is gone", () => button.remove()],
  ["the button is hidden", () => (button.style.display = "none")],
  ["a dialog opens over the button", () => openDialog()],
];

test.each(changes)("a press counts for nothing if %s during it", (_, change) => {
  pressAndMove({ meanwhile: change });
  expect(click).not.toHaveBeenCalled();
});

test.each(changes)("a press counts for nothing if %s at its end", (_, change) => {
  pressAndMove({ after: change });
  expect(click).not.toHaveBeenCalled();
});

test.each(["wheel", "keydown", "pointercancel"])("a press counts for nothing if the user scrolls or cancels it: %s", (type) => {
  pressAndMove({ meanwhile: () => document.body.dispatchEvent(new Event(type, { bubbles: true })) });
  expect(click).not.toHaveBeenCalled();
});
