import { useLayoutEffect } from "react";
import { useInBrowser } from "#/ui/use-in-browser.ts";
import { keepToken, readKeptToken } from "./link-token.ts";

/** `waiting`: until hydration, if the address has no proof. Only the browser knows if a reload kept one. */
export type LinkToken = { is: "waiting" } | { is: "missing" } | { is: "known"; token: string };

/** The proof that the page was opened with. It leaves the address bar at hydration. */
export function useLinkToken(fromAddress: string | undefined): LinkToken {
  const kept = useInBrowser(() => readKeptToken() ?? "");
  // A layout effect, because a page for an ended link removes the stored proof in its own effect.
  useLayoutEffect(() => {
    if (fromAddress !== undefined) keepToken(fromAddress);
  }, [fromAddress]);
  const token = fromAddress ?? kept;
  if (token === undefined) return { is: "waiting" };
  return token === "" ? { is: "missing" } : { is: "known", token };
}
