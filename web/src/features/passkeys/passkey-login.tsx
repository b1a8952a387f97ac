import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent } from "react";
import { leaveFor } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import styles from "./passkey-login.module.css";
import { arrived, useKnowsPasskeys } from "./passkey-support.ts";

const load = () => import("./log-in-by-passkey.ts");

/**
 * Login by passkey: among the suggestions of the e-mail field, and by a button. Without a touch, a key or a moved pointer, a visit loads
 * nothing and asks for no challenge. The button is hidden before hydration, and absent in a browser without passkeys.
 */
export function PasskeyLogin({ act }: Pick<Action, "act">) {
  const portal = usePortal();
  const isKnown = useKnowsPasskeys();
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
    if (isKnown !== true) return;
    // Not the focus: the browser gives it to the e-mail field by itself, sometimes only after hydration.
    const signs = ["pointermove", "pointerdown", "keydown"] as const;
    const stop = () => {
      for (const sign of signs) removeEventListener(sign, start);
    };
    const start = (event: PointerEvent | KeyboardEvent) => {
      // A browser also reports a pointer that lies where the page appears, without a movement.
      if (event instanceof PointerEvent && event.type === "pointermove" && event.movementX === 0 && event.movementY === 0) return;
      stop();
      suggest();
    };
    for (const sign of signs) addEventListener(sign, start);
    return stop;
  }, [isKnown]);
  return (
    isKnown !== false && (
      <Button
        variant="secondary"
        wide
        className={isKnown === undefined ? styles["reserved"] : undefined}
        onClick={() => void logIn(async () => await (await arrived(load())).askForPasskey(portal))}
      >
        {m["passkeys.logIn"]()}
      </Button>
    )
  );
}
