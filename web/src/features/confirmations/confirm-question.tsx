import { waysToConfirm } from "@storyport/contract/confirmations";
import type { WaysToConfirm } from "@storyport/contract/confirmations";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { LogInAgain } from "#/features/login/log-in-again.tsx";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Modal } from "#/ui/modal.tsx";
import { Pending } from "#/ui/spinner.tsx";
import { knowsPasskeys } from "#/features/passkeys/passkey-support.ts";
import type { Confirmation } from "./confirmation.ts";
import { ConfirmForm } from "./confirm-form.tsx";

/** Asks the user to confirm the login, over everything else, and only while a call waits for it. */
export function ConfirmQuestion({ confirmation }: { confirmation: Confirmation }) {
  const isAsking = useSyncExternalStore(confirmation.watch, confirmation.isAsking, () => false);
  return isAsking ? <Question answer={confirmation.answer} /> : null;
}

function Question({ answer }: Pick<Confirmation, "answer">) {
  const { ways, failure } = useWays();
  if (ways !== undefined && (ways.password || ways.passkey || ways.providers.length > 0))
    return <ConfirmForm ways={ways} onAnswer={answer} />;
  const cancel = (
    <Button variant="secondary" onClick={() => answer(false)}>
      {m["confirmations.cancel"]()}
    </Button>
  );
  return (
    <Modal
      title={m["confirmations.title"]()}
      answers={
        <>
          {ways !== undefined && <LogInAgain />}
          {cancel}
        </>
      }
      onClose={() => answer(false)}
    >
      {ways !== undefined && <p>{m["confirmations.noWay"]()}</p>}
      {failure !== undefined && (
        <p role="alert">
          {m["confirmations.loadFailed"]()} {failureText(failure)}
        </p>
      )}
      {ways === undefined && failure === undefined && <Pending>{m["app.waiting"]()}</Pending>}
    </Modal>
  );
}

/** Asked once for each question. The question lies outside the pages, so it has no query cache. */
function useWays() {
  const { call } = usePortal();
  const { failure, act } = useAction();
  const [ways, setWays] = useState<WaysToConfirm>();
  const load = useEffectEvent(() => void act(async () => setWays(possibleHere(await call(waysToConfirm)))));
  useEffect(() => load(), []);
  return { ways, failure };
}

/** A browser without passkeys offers the other ways alone. */
function possibleHere(ways: WaysToConfirm): WaysToConfirm {
  return { ...ways, passkey: ways.passkey && knowsPasskeys() };
}
