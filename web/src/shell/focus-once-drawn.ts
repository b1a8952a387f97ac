import { flushSync } from "react-dom";

/**
 * Draws a change at once, and then moves the focus. Only what is drawn can take it. For a change that takes away the pressed button, whose
 * focus would be lost.
 */
export function focusOnceDrawn(change: () => void, find: () => HTMLElement | null): void {
  flushSync(change);
  find()?.focus();
}

/** For a change that leaves no nearer place: the heading of the page takes the focus. */
export function focusHeadingOnceDrawn(change: () => void): void {
  focusOnceDrawn(change, () => document.querySelector("main h1"));
}
