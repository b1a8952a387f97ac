import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState } from "react";
import { leaveFor } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { knowsPasskeys } from "./passkey-support.ts";

const load = () => import("./log-in-by-passkey.ts");

/**
 * Login by passkey: among the suggestions of the e-mail field, and by a button. A visit without a touch or a key loads nothing and asks
 * for no challenge. Absent in a browser without passkeys.
 */
export function PasskeyLogin({ act }: Pick<Action, "act">) {
  const portal = usePortal();
  const [isKnown, setIsKnown] = useState(false);
  const logIn = (next: () => Promise<string>) => act(async () => await leaveFor(await next()));
  const begin = useEffectEvent(() => {
    if (!knowsPasskeys()) return;
    setIsKnown(true);
    const suggest = () => void load().then((late) => late.suggest(portal, logIn));
    for (const sign of ["pointermove", "focusin"]) addEventListener(sign, suggest, { once: true });
  });
  useEffect(() => begin(), []);
  return (
    isKnown && (
      <Button variant="secondary" onClick={() => void logIn(async () => await (await load()).askForPasskey(portal))}>
        {m["passkeys.logIn"]()}
      </Button>
    )
  );
}
