import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { leaveFor, useAction } from "#/api/use-action.ts";
import { LoginFailure } from "#/features/login/login-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { knowsPasskeys } from "./passkey-support.ts";
import styles from "./passkeys.module.css";

const load = () => import("./log-in-by-passkey.ts");

/** A visit that only looks at the page loads nothing and asks for no challenge. */
const firstSigns = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

const nothingChanges = () => () => undefined;

/**
 * Login by passkey: from the first sign of the user among the suggestions of the e-mail field, and by a button. Takes its place before
 * its script runs, so that nothing moves then. Hidden in a browser without passkeys.
 */
export function PasskeyLogin() {
  const portal = usePortal();
  const { isBusy, failure, act } = useAction();
  const isKnown = useSyncExternalStore(nothingChanges, knowsPasskeys, () => undefined);
  const [round, setRound] = useState(0);
  // Of two requests for a passkey the browser refuses the second, so the button ends the suggestions.
  const suggesting = useRef<AbortController>(undefined);

  const suggest = useEffectEvent(async (signal: AbortSignal) => {
    const late = await load().catch(() => undefined);
    const credential = await late?.awaitSuggestion(portal, signal);
    if (late === undefined || credential === undefined) return;
    if (!(await act(async () => await leaveFor(await late.logIn(portal, credential))))) setRound(round + 1);
  });
  useEffect(() => {
    if (isKnown !== true) return undefined;
    const page = new AbortController();
    suggesting.current = page;
    const first = new AbortController();
    const begin = () => {
      first.abort();
      void suggest(page.signal);
    };
    const signal = AbortSignal.any([first.signal, page.signal]);
    for (const sign of firstSigns) document.addEventListener(sign, begin, { signal });
    return () => page.abort();
  }, [isKnown, round]);

  const ask = async () => {
    suggesting.current?.abort();
    const isIn = await act(async () => {
      const { askForPasskey } = await load();
      await leaveFor(await askForPasskey(portal, new AbortController().signal));
    });
    if (!isIn) setRound(round + 1);
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
        onClick={() => void ask()}
      >
        {m["passkeys.logIn"]()}
      </Button>
    </>
  );
}
