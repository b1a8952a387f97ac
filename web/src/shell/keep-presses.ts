/** In pixels. A pointer that has moved farther was moved on purpose, for example to cancel the press. */
const stillWithin = 10;

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
    setTimeout(() => ended.control.click());
  };
  page.addEventListener("pointerdown", begin, true);
  page.addEventListener("pointerup", end, true);
  return () => {
    page.removeEventListener("pointerdown", begin, true);
    page.removeEventListener("pointerup", end, true);
  };
}

/** Returns whether the page has moved the control away from under a pointer that stayed. */
function wasMovedAway({ control, pointer, place }: Press, { target, clientX, clientY }: PointerEvent): boolean {
  if (!control.isConnected || (target instanceof Node && control.contains(target))) return false;
  const { x, y } = control.getBoundingClientRect();
  const hasMoved = Math.hypot(x - place.x, y - place.y) >= 1;
  return hasMoved && Math.hypot(clientX - pointer.x, clientY - pointer.y) <= stillWithin;
}
