import { useEffectEvent, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

type EntryField = HTMLInputElement | HTMLSelectElement;

interface EarlyEntry<Field> {
  /** Set false if the browser keeps the value itself and nothing reacts to it at once. */
  isNeeded?: boolean;
  /** A ref that the caller also needs. */
  ref?: RefObject<Field | null> | undefined;
}

/**
 * For a field that the server may have drawn. Input before hydration counts as entered after it. Otherwise React's state would replace it.
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
  // Only HTML from the server has a default: React sets no `defaultSelected` in what it draws itself.
  const drawn = [...field.options].find(({ defaultSelected }) => defaultSelected);
  if (drawn?.selected === false) field.dispatchEvent(new Event("change", { bubbles: true }));
}

function checkAgain(field: HTMLInputElement): void {
  if (field.checked === field.defaultChecked) return;
  field.checked = field.defaultChecked;
  field.click();
}

/** React ignores a value that it has already seen. So this first restores the drawn text, and then enters the typed text again. */
function typeAgain(field: HTMLInputElement): void {
  const { value: typed, defaultValue, selectionStart, selectionEnd } = field;
  if (typed === defaultValue) return;
  field.value = defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, typed);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  // After React has drawn the text, the caret returns to where it was.
  if (selectionStart !== null) queueMicrotask(() => field.setSelectionRange(selectionStart, selectionEnd));
}
