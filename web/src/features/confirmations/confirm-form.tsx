import { confirmLogin } from "@storyport/contract/confirmations";
import type { WaysToConfirm } from "@storyport/contract/confirmations";
import type { Provider } from "@storyport/contract/providers";
import { m } from "@storyport/texts/messages";
import { useEffect, useEffectEvent, useId, useState } from "react";
import type { SubmitEvent } from "react";
import type { Failure } from "#/api/api-error.ts";
import { failureText } from "#/api/failure-text.ts";
import { useAction } from "#/api/use-action.ts";
import { providerNames } from "#/features/federated-login/provider-login.ts";
import { usePortal } from "#/shell/portal.ts";
import { Button } from "#/ui/button.tsx";
import { Modal } from "#/ui/modal.tsx";
import { Notice } from "#/ui/notice.tsx";
import { confirmByOwnPasskey } from "./confirm-by-own-passkey.ts";
import { ConfirmFields, faultsOf } from "./confirm-fields.tsx";
import type { ConfirmField } from "./confirm-fields.tsx";
import { confirmationTexts } from "./confirmation-texts.ts";
import type { Confirmation } from "./confirmation.ts";
import styles from "./confirmations.module.css";
import { ProviderWindow } from "./provider-window.tsx";
import { useProviderWindow } from "./use-provider-window.ts";

interface ConfirmFormProps {
  ways: WaysToConfirm;
  onAnswer: Confirmation["answer"];
}

/** One modal form for all ways: the password, a passkey, and the buttons of the providers. It also asks for a second factor's code. */
export function ConfirmForm({ ways, onAnswer }: ConfirmFormProps) {
  const { call } = usePortal();
  const id = useId();
  const { isBusy, failure, act } = useAction();
  const atProvider = useProviderWindow({ act, onAnswer });
  const [missing, setMissing] = useState<ConfirmField>();
  const refusal = failure ?? atProvider.refusal;
  // The first kind of way on offer has the primary buttons, which alone show that a call runs. Providers come last.
  const hasWayHere = ways.password || ways.passkey;
  // The end of the session has its own notice. Nothing can be confirmed any more.
  const isOver = refusal?.code === "errors.notLoggedIn";
  const giveUp = useEffectEvent(() => onAnswer(false));
  useEffect(() => {
    if (isOver) giveUp();
  }, [isOver]);

  /** An empty code would count as a wrong guess, so nothing is sent. */
  const isIncomplete = (typed: { password?: string; code: string }): boolean => {
    const isEmpty = (field: ConfirmField) => ways[field] && typed[field] === "";
    const empty = (["password", "code"] as const).find(isEmpty);
    setMissing(empty);
    if (empty !== undefined) document.getElementById(`confirm-${empty}`)?.focus();
    return empty !== undefined;
  };
  const handleProvider = (provider: Provider) => {
    const { code } = typedIn(document.getElementById(id));
    if (!isIncomplete({ code })) atProvider.open(provider, code);
  };
  /** A passkey proves two factors, so it needs no code (decision 74). */
  const handlePasskey = async () => {
    setMissing(undefined);
    if (await act(() => confirmByOwnPasskey(call))) onAnswer(true);
  };
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { password, code } = typedIn(event.currentTarget);
    // Enter in the code's field comes here too, also without a password to send.
    if (!ways.password || isBusy || isIncomplete({ password, code })) return;
    const isDone = await act(() => call(confirmLogin, { body: { password, ...(ways.code && { code }) } }));
    if (isDone) onAnswer(true);
  };

  return (
    <Modal
      title={m["confirmations.title"]()}
      stuck={isBusy}
      onClose={() => onAnswer(false)}
      notice={
        <form id={id} noValidate className={styles["fields"]} onSubmit={(event) => void handleSubmit(event)}>
          <OtherRefusal failure={refusal} ways={ways} />
          <ConfirmFields ways={ways} failure={refusal} missing={missing} />
          <ProviderWindow window={atProvider} providers={ways.providers} />
        </form>
      }
      answers={
        <>
          {ways.password && (
            <Button type="submit" form={id} variant="primary" pending={isBusy} pendingText={m["app.waiting"]()}>
              {m["confirmations.confirm"]()}
            </Button>
          )}
          {ways.passkey && (
            <Button
              variant={ways.password ? "secondary" : "primary"}
              pending={isBusy && !ways.password}
              pendingText={m["app.waiting"]()}
              disabled={isBusy}
              onClick={() => void handlePasskey()}
            >
              {m["passkeys.logIn"]()}
            </Button>
          )}
          {ways.providers.map((provider) => (
            <Button
              key={provider}
              variant={hasWayHere ? "secondary" : "primary"}
              pending={isBusy && !hasWayHere}
              pendingText={m["app.waiting"]()}
              disabled={isBusy}
              onClick={() => handleProvider(provider)}
            >
              {m["confirmations.continueWith"]({ provider: providerNames[provider] })}
            </Button>
          ))}
          <Button variant="quiet" disabled={isBusy} onClick={() => onAnswer(false)}>
            {m["confirmations.cancel"]()}
          </Button>
        </>
      }
    >
      <p>{m["confirmations.intro"]()}</p>
    </Modal>
  );
}

function typedIn(form: HTMLElement | null): { password: string; code: string } {
  const fields = form instanceof HTMLFormElement ? new FormData(form) : new FormData();
  const read = (name: string) => String(fields.get(name) ?? "");
  return { password: read("password"), code: read("code").trim() };
}

/** A refusal that is not about a field. */
function OtherRefusal({ failure, ways }: { failure: Failure | undefined; ways: WaysToConfirm }) {
  if (failure === undefined || Object.keys(faultsOf(failure, ways)).length > 0) return null;
  return (
    <Notice takesFocus={failure} tone="error">
      {failureText(failure, confirmationTexts)}
    </Notice>
  );
}
