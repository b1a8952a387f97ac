import { m } from "@storyport/texts/messages";
import { useAction } from "#/api/use-action.ts";
import { confirmByOwnPasskey } from "#/features/confirmations/confirm-by-own-passkey.ts";
import { ActionFailure } from "#/features/login/action-failure.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Row } from "#/ui/stack.tsx";
import { useKnowsPasskeys } from "./passkey-support.ts";
import { passkeyLoginTexts } from "./passkey-texts.ts";

/**
 * Proves a session by a passkey, because it began without a passkey. Otherwise the session ends some hours after an organization began to
 * require passkeys (`limits.passkeys.graceHours`). In a browser without passkeys it says so.
 */
export function ConfirmDue({ onConfirmed }: { onConfirmed: () => void }) {
  const { call } = usePortal();
  const { isBusy, failure, act } = useAction();
  const isKnown = useKnowsPasskeys();
  if (isKnown === undefined) return null;
  if (!isKnown) return <p>{m["passkeys.stepUnsupported"]()}</p>;
  const confirm = async () => {
    if (await act(() => confirmByOwnPasskey(call))) onConfirmed();
  };
  return (
    <>
      {failure !== undefined && <ActionFailure failure={failure} texts={passkeyLoginTexts} />}
      <Row>
        <Button pending={isBusy} pendingText={m["app.waiting"]()} onClick={() => void confirm()}>
          {m["passkeys.use"]()}
        </Button>
      </Row>
    </>
  );
}
