import { useState } from "react";

/** Of the fields that show what an address says. */
export interface Edition {
  /** The key of the fields. */
  edition: number;
  /** Called with the address that the fields are about to lead to. */
  sends: (address: string) => void;
}

/**
 * Another address brings other values, and another edition of the fields: back and forward show what was searched for then. What the
 * fields sent themselves is in them already, with what was typed since.
 */
export function useEdition(address: string): Edition {
  const [shown, setShown] = useState(address);
  // On a slow connection a second one may be sent before the first is there.
  const [sent, setSent] = useState<readonly string[]>([]);
  const [edition, setEdition] = useState(0);
  if (shown !== address) {
    const place = sent.indexOf(address);
    setShown(address);
    // Led elsewhere, as by Back: what was sent before is no longer on its way.
    setSent(place < 0 ? [] : sent.slice(place + 1));
    if (place < 0) setEdition(edition + 1);
  }
  const sends = (next: string) =>
    // The same again leads nowhere: remembered, it would pass for what somebody goes forward to later.
    setSent((before) => ((before.at(-1) ?? shown) === next ? before : [...before, next]));
  return { edition, sends };
}
