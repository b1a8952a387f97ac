/**
 * Focuses the heading of the page, now or once it is there. While the page loads, its heading may be hidden or replaced, and the focus
 * would be lost. So it returns to the heading, until the user presses a key or a button, or the focus is elsewhere. Returns a function that
 * ends it.
 */
export function holdFocusOnHeading(): () => void {
  const end = new AbortController();
  const heading = () => document.querySelector<HTMLElement>("main h1");
  heading()?.focus();
  const changes = new MutationObserver(() => {
    if (document.activeElement === document.body) heading()?.focus({ preventScroll: true });
    else if (document.activeElement?.matches("main h1") !== true) end.abort();
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["style"] });
  end.signal.addEventListener("abort", () => changes.disconnect());
  for (const name of ["keydown", "pointerdown"] as const) document.addEventListener(name, () => end.abort(), { signal: end.signal });
  return () => end.abort();
}
