import { useLayoutEffect } from "react";
import { useInBrowser } from "#/ui/use-in-browser.ts";
import { keepToken, readKeptToken } from "./link-token.ts";

/** `waiting`: the address was cleaned and the page reloaded, so only the browser has the proof. */
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
