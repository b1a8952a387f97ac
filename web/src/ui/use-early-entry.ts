import { useEffectEvent, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

type EntryField = HTMLInputElement | HTMLSelectElement;

interface EarlyEntry<Field> {
  /** Not where the browser keeps the value and nothing follows from it at once: what somebody types there stays anyway. */
  isNeeded?: boolean;
  /** The ref of who needs one for something else. */
  ref?: RefObject<Field | null> | undefined;
}

/**
 * For a field that the server may have drawn: what somebody typed or chose in it before the page came alive counts as entered then.
 * Without it the value that React keeps would take its place.
 */
export function useEarlyEntry<Field extends EntryField>({ isNeeded = true, ref }: EarlyEntry<Field> = {}): RefObject<Field | null> {
  const own = useRef<Field>(null);
  const field = ref ?? own;
  const enterOnce = useEffectEvent(() => {
    if (isNeeded && field.current !== null) enterAgain(field.current);
  });
  useLayoutEffect(() => enterOnce(), []);
  return field;
}

function enterAgain(field: EntryField): void {
  if (field instanceof HTMLSelectElement) chooseAgain(field);
  else if (field.type === "checkbox") checkAgain(field);
  else typeAgain(field);
}

function chooseAgain(field: HTMLSelectElement): void {
  // Only what the server wrote has a default: React marks none in what it draws itself.
  const drawn = [...field.options].find(({ defaultSelected }) => defaultSelected);
  if (drawn?.selected === false) field.dispatchEvent(new Event("change", { bubbles: true }));
}

function checkAgain(field: HTMLInputElement): void {
  if (field.checked === field.defaultChecked) return;
  field.checked = field.defaultChecked;
  field.click();
}

/** React tells nobody of an input it has seen already: it sees the text that was drawn, and the typed one is put in behind its back. */
function typeAgain(field: HTMLInputElement): void {
  const { value: typed, defaultValue, selectionStart, selectionEnd } = field;
  if (typed === defaultValue) return;
  field.value = defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  // Once React has drawn the text, the caret goes back to where it was.
  if (selectionStart !== null) queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd));
}
