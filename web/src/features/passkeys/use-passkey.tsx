import { m } from "@storyport/texts/messages";
import { leaveFor } from "#/api/use-action.ts";
import type { Action } from "#/api/use-action.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import type { ButtonProps } from "#/ui/button.tsx";
import { arrived, useKnowsPasskeys } from "./passkey-support.ts";

const load = () => import("./complete-by-passkey.ts");

type UsePasskeyProps = Pick<ButtonProps, "variant" | "size" | "wide"> & { action: Pick<Action, "isBusy" | "act"> };

/** Completes a half login by a passkey. Absent in a browser without passkeys. The caller shows the refusals of `action`. */
export function UsePasskey({ action: { isBusy, act }, ...look }: UsePasskeyProps) {
  const portal = usePortal();
  const isKnown = useKnowsPasskeys();
  if (isKnown !== true) return null;
  const use = async () => await leaveFor(await (await arrived(load())).completeByPasskey(portal));
  return (
    <Button {...look} pending={isBusy} pendingText={m["app.waiting"]()} onClick={() => void act(use)}>
      {m["passkeys.logIn"]()}
    </Button>
  );
}
