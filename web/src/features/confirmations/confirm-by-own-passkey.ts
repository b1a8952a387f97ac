import { confirmByPasskey } from "@storyport/contract/confirmations";
import { ApiError } from "#/api/api-error.ts";
import type { Call } from "#/api/call.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { chooseOwnPasskey } from "#/features/passkeys/ceremony.ts";
import { cancelledCode } from "#/features/passkeys/passkey-texts.ts";

/** Asks for a passkey in the browser's own dialog, and confirms the login with it. Rejects with an ApiError. */
export async function confirmByOwnPasskey(call: Call): Promise<void> {
  await call(confirmByPasskey, { body: { credential: await chosen(call) } });
}

async function chosen(call: Call) {
  try {
    return await chooseOwnPasskey(call);
  } catch (error) {
    // The browser throws it if the user closes its dialog, or has no passkey at hand.
    if (error instanceof DOMException) throw new ApiError(failureOfCode(cancelledCode), { cause: error });
    throw error;
  }
}
