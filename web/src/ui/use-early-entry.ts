import { useEffect, useRef } from "react";
import type { RefObject } from "react";

/** For a select that the server may have drawn: what somebody chose in it before the page came alive counts as chosen then. */
export function useEarlyChoice(): RefObject<HTMLSelectElement | null> {
  const ref = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    // Only what the server wrote has a default: React marks none in what it draws itself.
    const drawn = [...(ref.current?.options ?? [])].find(({ defaultSelected }) => defaultSelected);
    if (drawn?.selected === false) ref.current?.dispatchEvent(new Event("change", { bubbles: true }));
  }, []);
  return ref;
}
