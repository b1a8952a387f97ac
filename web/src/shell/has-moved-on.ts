/**
 * Returns whether the user has left the pressed control while its action ran. Then the result must not take the focus, because the user may
 * be typing elsewhere. `pressed`: the focused element at the press.
 */
export function hasMovedOn(pressed: Element | null): boolean {
  const { activeElement, body } = document;
  return activeElement !== pressed && activeElement !== body;
}
