import { m } from "@storyport/texts/messages";
import { useSyncExternalStore } from "react";
import { leaveFor } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import type { ButtonProps } from "#/ui/button.tsx";
import { knowsPasskeys } from "./passkey-support.ts";

const load = () => import("./complete-by-passkey.ts");
const neverChanges = () => () => undefined;

/** Whether this browser has passkeys. The server does not know it, so it is undefined before hydration. */
export function useKnowsPasskeys(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(neverChanges, knowsPasskeys, () => undefined);
}

type UsePasskeyProps = Pick<ButtonProps, "variant" | "size" | "wide"> & { action: Pick<Action, "isBusy" | "act"> };

/** Completes a half login by a passkey. Absent in a browser without passkeys. */
export function UsePasskey({ action: { isBusy, act }, ...look }: UsePasskeyProps) {
  const portal = usePortal();
  const isKnown = useKnowsPasskeys();
  if (isKnown !== true) return null;
  const use = async () => await leaveFor(await (await load()).completeByPasskey(portal));
  return (
    <Button {...look} pending={isBusy} pendingText={m["app.waiting"]()} onClick={() => void act(use)}>
      {m["passkeys.logIn"]()}
    </Button>
  );
}
