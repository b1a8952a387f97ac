import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { LoginFailure } from "#/features/login/login-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { knowsPasskeys } from "./passkey-support.ts";
import styles from "./passkeys.module.css";

const load = () => import("./log-in-by-passkey.ts");
const nothingChanges = () => () => undefined;

/**
 * Login by passkey: among the suggestions of the e-mail field, and by a button. A visit without a touch or a key loads nothing and asks
 * for no challenge. The button takes its place before its script runs, so that nothing moves then. Absent in a browser without passkeys.
 */
export function PasskeyLogin() {
  const portal = usePortal();
  const { isBusy, failure, act } = useAction();
  const isKnown = useSyncExternalStore(nothingChanges, knowsPasskeys, () => undefined);
  // Of two requests for a passkey the browser refuses the second, so the button ends the suggestions.
  const suggesting = useRef<AbortController>(undefined);
  const logIn = (next: () => Promise<string>) => act(async () => await leaveFor(await next()));
  const suggest = useEffectEvent((page: AbortController) => void load().then((late) => late.suggest(portal, page, logIn), nothingChanges));
  useEffect(() => {
    if (isKnown !== true) return undefined;
    const page = new AbortController();
    suggesting.current = page;
    const begin = () => suggest(page);
    for (const sign of ["pointermove", "focusin"]) addEventListener(sign, begin, { once: true, signal: page.signal });
    return () => page.abort();
  }, [isKnown]);

  const ask = () => {
    suggesting.current?.abort();
    void logIn(async () => await (await load()).askForPasskey(portal));
  };
  if (isKnown === false) return null;
  return (
    <>
      {failure !== undefined && <LoginFailure failure={failure} />}
      <Button
        variant="secondary"
        wide
        className={isKnown === undefined ? styles["later"] : undefined}
        pending={isBusy}
        pendingText={m["login.pending"]()}
        onClick={ask}
      >
        {m["passkeys.logIn"]()}
      </Button>
    </>
  );
}
