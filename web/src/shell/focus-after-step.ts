/**
 * After a step from another of our pages the focus belongs on the heading: whoever listens hears where they are. Not where somebody came
 * from elsewhere, loaded the page anew or went back; nor where something has the focus already.
 */
export function focusAfterStep(): void {
  const [arrival] = performance.getEntriesByType("navigation");
  const isStep = arrival instanceof PerformanceNavigationTiming && arrival.type === "navigate";
  if (!isStep || !document.referrer.startsWith(`${location.origin}/`) || document.activeElement !== document.body) return;
  // A page that asks for one thing only says which field that is.
  const target = document.querySelector<HTMLElement>("main [autofocus]") ?? document.querySelector<HTMLElement>("main h1");
  target?.focus({ preventScroll: true });
}
