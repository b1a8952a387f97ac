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
    setShown(address);
    setSent(sent.slice(sent.indexOf(address) + 1));
    if (!sent.includes(address)) setEdition(edition + 1);
  }
  return { edition, sends: (next) => setSent([...sent, next]) };
}
