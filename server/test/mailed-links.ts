/** Mailed links as their reader gets them: requested through HTTP, read from the letter. */
import { requestUserDeletion } from "@storyport/contract/accounts";
import { requestPasswordReset } from "@storyport/contract/passwords";
import type { TestPortal } from "./build-app.ts";

/** Returns the token of the newest letter with a link to an address; an empty text without one. */
export function tokenInLetterTo(portal: TestPortal, email: string): string {
  const texts = portal.mailbox.lettersTo(email).map(({ text }) => text);
  const tokens = texts.flatMap((text) => /(?:code=|\/account\/delete\/)([\w-]{43})\b/.exec(text)?.[1] ?? []);
  return tokens.at(-1) ?? "";
}

/** Returns the token of the letter. */
export async function askForReset(portal: TestPortal, email: string): Promise<string> {
  await portal.browser().call(requestPasswordReset, { body: { email } });
  await portal.sendLetters();
  return tokenInLetterTo(portal, email);
}

/** Returns the token of the letter. */
export async function askForDeletion(portal: TestPortal, email: string): Promise<string> {
  await portal.browser().call(requestUserDeletion, { body: { email } });
  await portal.sendLetters();
  return tokenInLetterTo(portal, email);
}
