import { useEffect, useState } from "react";
import { keepToken, readKeptToken } from "./link-token.ts";

/** `waiting` while only the browser can say: the address was cleaned and the page loaded again. */
export type LinkToken = { is: "waiting" } | { is: "missing" } | { is: "known"; token: string };

/** The proof a page was opened with. It leaves the address bar as soon as the page is alive. */
export function useLinkToken(fromAddress: string | undefined): LinkToken {
  const [found, setFound] = useState<LinkToken>(() =>
    fromAddress === undefined ? { is: "waiting" } : { is: "known", token: fromAddress },
  );
  useEffect(() => {
    if (fromAddress !== undefined) return keepToken(fromAddress);
    const token = readKeptToken();
    setFound(token === undefined ? { is: "missing" } : { is: "known", token });
  }, [fromAddress]);
  return found;
}
