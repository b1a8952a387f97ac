import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent } from "react";
import { leaveFor } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { useKnowsPasskeys } from "./passkey-support.ts";

const load = () => import("./log-in-by-passkey.ts");

/**
 * Login by passkey: among the suggestions of the e-mail field, and by a button. A visit without a touch or a key loads nothing and asks
 * for no challenge. Absent in a browser without passkeys.
 */
export function PasskeyLogin({ act }: Pick<Action, "act">) {
  const portal = usePortal();
  const isKnown = useKnowsPasskeys() === true;
  const logIn = (next: () => Promise<string>) => act(async () => await leaveFor(await next()));
  // A script that does not arrive costs the suggestions alone. The button says what failed.
  const suggest = useEffectEvent(
    () =>
      void load().then(
        (late) => late.suggest(portal, logIn),
        () => undefined,
      ),
  );
  useEffect(() => {
    if (!isKnown) return;
    const start = () => suggest();
    // Not the focus: the browser gives it to the e-mail field by itself, sometimes only after hydration.
    for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, start, { once: true });
  }, [isKnown]);
  return (
    isKnown && (
      <Button variant="secondary" onClick={() => void logIn(async () => await (await load()).askForPasskey(portal))}>
        {m["passkeys.logIn"]()}
      </Button>
    )
  );
}
