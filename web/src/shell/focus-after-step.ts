/**
 * After a step from another page of ours the focus moves to the heading. So screen readers announce the page. It does not move after an
 * arrival from elsewhere, a reload or Back, or if another element has the focus.
 */
export function focusAfterStep(): void {
  const [arrival] = performance.getEntriesByType("navigation");
  const isStep = arrival instanceof PerformanceNavigationTiming && arrival.type === "navigate";
  if (!isStep || !document.referrer.startsWith(`${location.origin}/`) || document.activeElement !== document.body) return;
  // The form of a second factor marks its field, because the next step there is to type the code.
  const target = document.querySelector<HTMLElement>("main [autofocus]") ?? document.querySelector<HTMLElement>("main h1");
  target?.focus({ preventScroll: true });
}
