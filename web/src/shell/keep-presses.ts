/** In pixels. A pointer that has moved farther was moved on purpose, for example to cancel the press. */
const stillWithin = 10;

/** By these the user scrolls or cancels the press, and so moves the control on purpose. */
const cancelling = ["wheel", "keydown", "pointercancel"];

interface Press {
  control: HTMLElement;
  /** The pointer's and the control's place when the press began. */
  pointer: { x: number; y: number };
  place: DOMRect;
}

/**
 * A press belongs to the control on which it began. A list that arrives during the press moves the page, and the pointer is released
 * beside the control. The browser then gives the control the focus and no click, so this function clicks it. Returns a function that ends it.
 */
export function keepPresses(page: Document): () => void {
  let press: Press | undefined;
  const begin = (event: PointerEvent) => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>("button, a[href], summary") : null;
    // With a key the browser does something else, such as opening a tab.
    const isPlain = event.isPrimary && event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    press =
      isPlain && control !== null
        ? { control, pointer: { x: event.clientX, y: event.clientY }, place: control.getBoundingClientRect() }
        : undefined;
  };
  const end = (event: PointerEvent) => {
    const ended = press;
    press = undefined;
    if (ended === undefined || !event.isPrimary || !wasMovedAway(ended, event)) return;
    // After the browser's own click beside the control, which would close the menu that this click opens.
    setTimeout(() => {
      if (isReachable(ended.control)) ended.control.click();
    });
  };
  const forget = () => {
    press = undefined;
  };
  page.addEventListener("pointerdown", begin, true);
  page.addEventListener("pointerup", end, true);
  for (const type of cancelling) page.addEventListener(type, forget, { capture: true, passive: true });
  return () => {
    page.removeEventListener("pointerdown", begin, true);
    page.removeEventListener("pointerup", end, true);
    for (const type of cancelling) page.removeEventListener(type, forget, true);
  };
}

/** Returns whether the user can still press the control. Every dialog of the portal is modal (`ui/modal.tsx`), and covers the rest. */
function isReachable(control: HTMLElement): boolean {
  if (!control.isConnected || [...control.ownerDocument.querySelectorAll("dialog[open]")].some((dialog) => !dialog.contains(control)))
    return false;
  // Safari has `checkVisibility` since version 17.4.
  const inOlderBrowsers: Partial<Pick<HTMLElement, "checkVisibility">> = control;
  return inOlderBrowsers.checkVisibility?.() ?? control.getClientRects().length > 0;
}

/** Returns whether the page has moved the control away from under a pointer that stayed. */
function wasMovedAway({ control, pointer, place }: Press, { target, clientX, clientY }: PointerEvent): boolean {
  if (!control.isConnected || (target instanceof Node && control.contains(target))) return false;
  const { x, y } = control.getBoundingClientRect();
  const hasMoved = Math.hypot(x - place.x, y - place.y) >= 1;
  return hasMoved && Math.hypot(clientX - pointer.x, clientY - pointer.y) <= stillWithin;
}
