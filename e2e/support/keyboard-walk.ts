/** Walks through a page by the Tab key. Compares expected and actual stops, and checks that each focus is visible. */
import type { Page } from "@playwright/test";

/** Finds the page's faults for keyboard users: skipped controls, traps, invisible focus, and focus out of sight. */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const walk = await page.evaluateHandle(beginWalk);
  const { presses, isWholePage } = await walk.evaluate(({ plan }) => plan());
  await pressTab(page, presses);
  const faults = await walk.evaluate(({ finish }) => finish());
  if (isWholePage) {
    await walk.evaluate(({ turn }) => turn());
    await pressTab(page, presses, { backwards: true });
    for (const fault of await walk.evaluate(({ finish }) => finish())) faults.push(`backwards: ${fault}`);
  }
  await walk.dispose();
  return faults;
}

/**
 * Presses the Tab key as often as asked. The browser gets all presses at once and handles one after another. Playwright's own keyboard waits
 * for an answer to each, which took most of the time of a long page.
 */
async function pressTab(page: Page, times: number, { backwards = false } = {}): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9, modifiers: backwards ? 8 : 0 };
  const events = Array.from({ length: times }, () => ["rawKeyDown", "keyUp"] as const).flat();
  await Promise.all(events.map((type) => session.send("Input.dispatchKeyEvent", { type, ...key })));
  await session.detach();
}

/** Runs in the page. It inspects a stop at the next key press, when all effects of the focus have happened. */
// eslint-disable-next-line eslint/max-lines-per-function -- it is sent to the browser as one piece
function beginWalk() {
  const dialog = document.querySelector("dialog:modal");
  const natives = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const controls = `${natives}, [tabindex]:not([tabindex="-1"]), [contenteditable=true], audio[controls], video[controls]`;

  const isOffered = (element: Element): boolean => {
    const isLaterSummary = element.matches("summary") && element.parentElement?.querySelector("summary") !== element;
    // A field that only carries a form's value is hidden from everybody.
    const isCarrier = element.matches('[tabindex="-1"][aria-hidden=true]');
    const isAlive = !element.matches(":disabled") && element.closest("[inert]") === null && !isLaterSummary && !isCarrier;
    return isAlive && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  };
  // The arrow keys choose among radio buttons; to the Tab key a group is one stop.
  const stopOf = (element: Element): Element => {
    if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.name === "") return element;
    const group = [...document.querySelectorAll<HTMLInputElement>("input[type=radio]")];
    return group.find(({ name, form, disabled }) => name === element.name && form === element.form && !disabled) ?? element;
  };
  const nameOf = (element: Element): string => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim();
    return `${element.tagName.toLowerCase()} "${(name === "" ? element.id : name).replaceAll(/\s+/g, " ").slice(0, 50)}"`;
  };
  // A ring may be drawn by the label or by a frame around the control.
  const bearers = (element: Element): Element[] =>
    [element, element.closest("label"), element.parentElement].filter((bearer) => bearer !== null);
  const ring = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const isSeen = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && !/^rgba\(.*, 0\)$/.test(outlineColor);
    return `${isSeen ? `${outlineStyle} ${outlineWidth} ${outlineColor}` : "none"} / ${boxShadow}`;
  };
  const isUncovered = (element: Element): boolean => {
    const parts = [element.closest("label") ?? element, element];
    const points = parts
      .flatMap((one) => [...one.getClientRects()])
      .flatMap(({ left, top, bottom, width, height }) =>
        // Of a table that is taller than the window, the walk backwards sees the end alone.
        [0.5, 0.1, 0.9].flatMap((part) => {
          const x = left + width * part;
          const along = Math.min(height, 2 * innerHeight) * part;
          return [
            { x, y: top + along },
            { x, y: bottom - along },
          ];
        }),
      );
    return points.some(({ x, y }) => {
      const met = document.elementFromPoint(x, y);
      return met !== null && parts.some((one) => one === met || one.contains(met));
    });
  };

  // The next Tab reaches the first control of the page. A dialog keeps its place.
  const goToTop = (): void => {
    if (dialog !== null) return;
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute("tabindex");
    scrollTo(0, 0);
  };
  goToTop();
  let expected: Element[] = [];
  let before = new Map<Element, string>();
  let met: Element[] = [];
  let faults: string[] = [];
  const shown = new Set<Element>();
  /** Notes the control that has the focus as a stop. */
  const note = (event?: KeyboardEvent): void => {
    const active = document.activeElement;
    if ((event !== undefined && event.key !== "Tab") || active === null || active === document.body) return;
    if (dialog !== null && !dialog.contains(active)) faults.push(`the focus left the dialog for ${nameOf(active)}`);
    const stop = stopOf(active);
    // A date field that is reached backwards shows the focus on one of its parts.
    if (bearers(active).some((bearer) => ring(bearer) !== before.get(bearer) && ring(bearer) !== "none / none")) shown.add(stop);
    if (met.includes(stop)) return;
    met.push(stop);
    if (!isUncovered(active)) faults.push(`${nameOf(active)} has the focus and is out of sight`);
  };

  const plan = (): { presses: number; isWholePage: boolean } => {
    // The rings are noted before the walk, so no control of a dialog may have the focus then.
    if (dialog !== null && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    expected = [...new Set([...(dialog ?? document).querySelectorAll(controls)].filter(isOffered).map(stopOf))];
    before = new Map(expected.flatMap(bearers).map((bearer) => [bearer, ring(bearer)]));
    document.addEventListener("keydown", note, true);
    // A date has a stop for each of its parts. Three presses more leave room for stops of the browser's own.
    const dates = expected.filter((element) => element.matches("[type=date], [type=datetime-local], [type=time]")).length;
    return { presses: expected.length + 4 * dates + 3, isWholePage: dialog === null };
  };

  const finish = (): string[] => {
    note();
    for (const element of expected) if (!met.includes(element)) faults.push(`${nameOf(element)} is never reached`);
    for (const element of expected) {
      if (element instanceof HTMLElement && element.tabIndex > 0) faults.push(`${nameOf(element)} is put before the order of the document`);
    }
    for (const element of met) if (!shown.has(element)) faults.push(`${nameOf(element)} does not show its focus`);
    // A frame that scrolls is a stop of the browser's own.
    const order = met.filter((element) => expected.includes(element));
    const stray = order.find((element, index) => index > 0 && expected.indexOf(element) < expected.indexOf(order[index - 1] ?? element));
    if (stray !== undefined && dialog === null) faults.push(`${nameOf(stray)} is not reached in the order of the document`);
    const found = faults;
    [faults, met] = [[], []];
    shown.clear();
    return found;
  };

  /** Prepares the walk backwards from the last control. */
  const turn = (): void => {
    expected.reverse();
    const first = expected[0];
    if (first instanceof HTMLElement) first.focus();
  };

  return { plan, finish, turn };
}
