/** What the browser does with passkeys. It must not be part of the first script of /login, so that page imports it late. */
import type { BodyOf } from "@storyport/contract/endpoint";
import type { addPasskey, logInWithPasskey } from "@storyport/contract/passkeys";
import { startPasskeyConfirmation } from "@storyport/contract/confirmations";
import { startPasskeyLogin, startPasskeyRegistration } from "@storyport/contract/passkeys";
import type { Call } from "#/api/call.ts";

type Assertion = BodyOf<typeof logInWithPasskey>["credential"];
type Registration = BodyOf<typeof addPasskey>["credential"];

/**
 * Lets the user choose a passkey: in a dialog, or with `conditional` among the suggestions of the e-mail field. Rejects with a DOMException
 * if none was used, or if `signal` aborts, and with an ApiError if the portal refuses.
 */
export async function choosePasskey(call: Call, how: { mediation?: "conditional"; signal?: AbortSignal }): Promise<Assertion> {
  const options = await call(startPasskeyLogin, { body: {} });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  // The browser writes the JSON of the standard, which the contract describes. The server checks it.
  return passkeyOf(await navigator.credentials.get({ publicKey, ...how })).toJSON() as Assertion;
}

/** Lets the user choose a passkey of the account, to confirm the login. Rejects as `choosePasskey` does. */
export async function chooseOwnPasskey(call: Call): Promise<Assertion> {
  const { allowCredentials, ...options } = await call(startPasskeyConfirmation, { body: {} });
  // The browser's type takes no undefined `transports`. An empty list only gives no hint where the passkey is.
  const own = allowCredentials.map(({ transports = [], ...credential }) => ({ ...credential, transports }));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, allowCredentials: own });
  return passkeyOf(await navigator.credentials.get({ publicKey })).toJSON() as Assertion;
}

/** Lets the device create a passkey. Rejects with a DOMException if none was created, and with an ApiError if the portal refuses. */
export async function createPasskey(call: Call): Promise<Registration> {
  const { excludeCredentials, ...options } = await call(startPasskeyRegistration, { body: {} });
  const present = excludeCredentials.map(({ transports = [], ...credential }) => ({ ...credential, transports }));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({ ...options, excludeCredentials: present });
  return passkeyOf(await navigator.credentials.create({ publicKey })).toJSON() as Registration;
}

function passkeyOf(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential;
  throw new DOMException("There is no passkey.", "NotAllowedError");
}
