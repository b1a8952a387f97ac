import { useState } from "react";

/** The state of fields that show the search of the address. */
export interface FieldsKey {
  /** The React key of the fields. */
  fieldsKey: number;
  /** Call it with the search that the fields will lead to. */
  sends: (search: string) => void;
}

/**
 * Resets the fields when the search changes, so that Back and Forward show the former search. The fields keep their text if they caused
 * the change themselves.
 */
export function useFieldsKey(search: string): FieldsKey {
  const [shown, setShown] = useState(search);
  // On a slow connection a second search may start before the first arrives.
  const [sent, setSent] = useState<readonly string[]>([]);
  const [fieldsKey, setFieldsKey] = useState(0);
  if (shown !== search) {
    const place = sent.indexOf(search);
    setShown(search);
    // The search came from elsewhere, such as Back, so the pending searches are dropped.
    setSent(place < 0 ? [] : sent.slice(place + 1));
    if (place < 0) setFieldsKey(fieldsKey + 1);
  }
  const sends = (next: string) => setSent((before) => [...before, next]);
  return { fieldsKey, sends };
}
