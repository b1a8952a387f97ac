import { useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

type EntryField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * For a field that the server may have drawn: what somebody typed or chose in it before the page came alive counts as entered then.
 * Without it a value that React keeps would take its place. `given` is the ref of who needs one for something else.
 */
export function useEarlyEntry<Field extends EntryField>(given?: RefObject<Field | null>): RefObject<Field | null> {
  const own = useRef<Field>(null);
  const field = given ?? own;
  useLayoutEffect(() => {
    if (field.current !== null) enterAgain(field.current);
  }, [field]);
  return field;
}

function enterAgain(field: EntryField): void {
  if (field instanceof HTMLSelectElement) chooseAgain(field);
  else if (field.type === "checkbox") checkAgain(field as HTMLInputElement);
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
function typeAgain(field: HTMLInputElement | HTMLTextAreaElement): void {
  const { value: typed, defaultValue, selectionStart, selectionEnd } = field;
  if (typed === defaultValue) return;
  field.value = defaultValue;
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, typed);
  if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
