import { useLayoutEffect, useSyncExternalStore } from "react";
import { keepToken, readKeptToken } from "./link-token.ts";

/** `waiting` while only the browser can say: the address was cleaned and the page loaded again. */
export type LinkToken = { is: "waiting" } | { is: "missing" } | { is: "known"; token: string };

/** The proof a page was opened with. It leaves the address bar as soon as the page is alive. */
export function useLinkToken(fromAddress: string | undefined): LinkToken {
  const kept = useSyncExternalStore(
    subscribeToNothing,
    () => readKeptToken() ?? "",
    () => undefined,
  );
  // Before a page that says the link is dead forgets it.
  useLayoutEffect(() => {
    if (fromAddress !== undefined) keepToken(fromAddress);
  }, [fromAddress]);
  const token = fromAddress ?? kept;
  if (token === undefined) return { is: "waiting" };
  return token === "" ? { is: "missing" } : { is: "known", token };
}

const subscribeToNothing = () => () => undefined;
