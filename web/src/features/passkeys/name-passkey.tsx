import type { ResponseOf } from "@storyport/contract/endpoint";
import { limits } from "@storyport/contract/limits";
import { addPasskey } from "@storyport/contract/passkeys";
import { m } from "@storyport/texts/messages";
import { useState } from "react";
import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { deviceName } from "#/features/login/device-name.ts";
import { usePortal } from "#/shell/portal.ts";
import { createPasskey } from "./ceremony.ts";
import { PasskeyNameForm } from "./passkey-name-form.tsx";
import { cancelledCode } from "./passkey-texts.ts";

export type AddedPasskey = ResponseOf<typeof addPasskey>;

interface NamePasskeyProps {
  /** The form stays busy until it resolves. */
  onAdded: (added: AddedPasskey) => unknown;
  /** Without `onCancel` the form has no button to cancel. */
  onCancel?: () => void;
}

/** Asks for a name, and then for the passkey. */
export function NamePasskey({ onAdded, onCancel }: NamePasskeyProps) {
  const { call } = usePortal();
  const [device] = useState(() => deviceName(navigator.userAgent).slice(0, limits.passkeys.nameMax));
  const add = async (name: string) => {
    const credential = await createPasskey(call).catch(refusalOfPrompt);
    await onAdded(await call(addPasskey, { body: { name, credential } }));
  };
  return (
    <PasskeyNameForm name={device} hint={m["passkeys.nameHint"]()} submitText={m["passkeys.create"]()} onSubmit={add} onCancel={onCancel} />
  );
}

/** The browser refuses a device that has a passkey of the account already. */
function refusalOfPrompt(error: unknown): never {
  if (!(error instanceof DOMException)) throw error;
  throw new ApiError(failureOfCode(error.name === "InvalidStateError" ? "errors.passkeyTaken" : cancelledCode), { cause: error });
}
