/** Login by passkey. Import it late: it must not be part of the first script of /login. */
import type { BodyOf } from "@storyport/contract/endpoint";
import { logInWithPasskey } from "@storyport/contract/passkeys";
import { ApiError } from "#/api/api-error.ts";
import { failureOfCode } from "#/api/failure-of-code.ts";
import { failureText } from "#/api/failure-text.ts";
import { deviceName } from "#/features/login/device-name.ts";
import { welcomeAccount } from "#/features/login/welcome-account.ts";
import type { Portal } from "#/shell/portal.ts";
import { choosePasskey } from "./ceremony.ts";
import { cancelledCode, passkeyLoginTexts } from "./passkey-texts.ts";

type Assertion = BodyOf<typeof logInWithPasskey>["credential"];
type Here = Pick<Portal, "call" | "loginState">;

/** In milliseconds. A challenge lives five minutes, so a browser that has waited for four minutes asks for another challenge. */
const freshFor = 240_000;

/**
 * The suggestions of this document. Of two requests for a passkey the browser refuses the second, so the button ends them. They do not begin
 * again in this document.
 */
let suggestions: { ending: AbortController; ended: Promise<void> } | undefined;

/** Asks for a passkey at once, in the browser's own dialog. Returns the next page. Rejects with an ApiError in the reader's language. */
export async function askForPasskey(here: Here): Promise<string> {
  suggestions?.ending.abort();
  // A challenge belongs to a cookie. Two requests at once would each get a new cookie, and the browser keeps the last.
  await suggestions?.ended;
  return await logIn(here, await inWords(choosePasskey(here.call, {})));
}

/** Logs in by `next` and leaves for the page that it returns. Resolves with false after a refusal, and passkeys are then offered again. */
type Leave = (next: () => Promise<string>) => Promise<boolean>;

/** Offers passkeys among the suggestions of the e-mail field, once in a document. A chosen passkey logs in by `leave`. */
export function suggest(here: Here, leave: Leave): void {
  if (suggestions !== undefined) return;
  const ending = new AbortController();
  suggestions = { ending, ended: takeSuggestions(here, leave, ending.signal) };
}

async function takeSuggestions(here: Here, leave: Leave, signal: AbortSignal): Promise<void> {
  let isIn = false;
  while (!isIn) {
    const credential = await awaitSuggestion(here, signal);
    if (credential === undefined) return;
    isIn = await leave(async () => await logIn(here, credential));
  }
}

/**
 * Resolves with undefined if this browser has no such suggestions or ends them, or if `signal` aborts. It also does if the server gives no
 * challenge: the page then works without suggestions.
 */
async function awaitSuggestion({ call }: Here, signal: AbortSignal): Promise<Assertion | undefined> {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable())) return undefined;
  while (!signal.aborted) {
    const tooOld = AbortSignal.timeout(freshFor);
    try {
      return await choosePasskey(call, { mediation: "conditional", signal: AbortSignal.any([signal, tooOld]) });
    } catch (error) {
      if (error instanceof ApiError || !tooOld.aborted) return undefined;
    }
  }
  return undefined;
}

/** Logs in on the server and returns the next page. */
async function logIn(here: Here, credential: Assertion): Promise<string> {
  const body = { credential, deviceName: deviceName(navigator.userAgent) };
  welcomeAccount(here, await inWords(here.call(logInWithPasskey, { body })));
  return "/post-login";
}

/** The first script of /login has no texts about passkeys, so a failure carries its own. */
export async function inWords<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const failure = failureOf(error);
    throw new ApiError({ ...failure, message: failureText(failure, passkeyLoginTexts) }, { cause: error });
  }
}

function failureOf(error: unknown) {
  if (error instanceof ApiError) return error.failure;
  if (error instanceof DOMException) return failureOfCode(cancelledCode);
  throw error;
}
