import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { failureText, hasText } from "#/api/failure-text.ts";

/** Refusals of the calls about mailed links. */
const linkTexts: Readonly<Record<string, () => string>> = {
  "errors.accountNotDeletable": () => m["errors.accountNotDeletable"](),
  "errors.deletionLinkExpired": () => m["errors.deletionLinkExpired"](),
  "errors.deletionLinkUnknown": () => m["errors.deletionLinkUnknown"](),
  "errors.emailNotForDeletionLink": () => m["errors.emailNotForDeletionLink"](),
  "errors.emailNotForResetLink": () => m["errors.emailNotForResetLink"](),
  "errors.emailProposalEnded": () => m["errors.emailProposalEnded"](),
  "errors.emailTaken": () => m["errors.emailTaken"](),
  "errors.failedToDeleteUser": () => m["errors.failedToDeleteUser"](),
  // A weak password has a code of its own, so the malformed input is the e-mail address.
  "errors.invalidInput": () => m["errors.emailInvalid"](),
  "errors.invalidPasswordActivationCode": () => m["errors.invalidPasswordActivationCode"](),
  "errors.invalidUserDeletionCode": () => m["errors.invalidUserDeletionCode"](),
  "errors.lastAdministrator": () => m["errors.lastAdministrator"](),
  "errors.linkExpired": () => m["errors.linkExpired"](),
  "errors.linkReplaced": () => m["errors.linkReplaced"](),
  "errors.linkUsed": () => m["errors.linkUsed"](),
  "errors.passwordTooWeak": () => m["errors.passwordTooWeak"](),
  "errors.resetLinkExpired": () => m["errors.resetLinkExpired"](),
  "errors.resetLinkIncorrectOrExpired": () => m["errors.resetLinkIncorrectOrExpired"](),
  "errors.tooManyWrongEmails": () => m["errors.tooManyWrongEmails"](),
};

/** Checks that a code of the address is a refusal about mailed links. */
export function isKnownReason(code: string): boolean {
  return Object.hasOwn(linkTexts, code);
}

/**
 * Refusals that end the link. An address carries the code alone, without the answer's status. A cause, such as errors.linkUsed, is never
 * the code: it stands among the failure's `errors`.
 */
const deadCodes: readonly string[] = [
  "errors.deletionLinkExpired",
  "errors.emailProposalEnded",
  "errors.failedToDeleteUser",
  "errors.invalidPasswordActivationCode",
  "errors.invalidUserDeletionCode",
  "errors.resetLinkIncorrectOrExpired",
];

/** Returns 410 for a refusal that ends the link, and 0 for any other. */
export function statusOfDead(code: string): 410 | 0 {
  return deadCodes.includes(code) ? 410 : 0;
}

export function linkFailureText(failure: Failure): string {
  return failureText(failure, linkTexts);
}

/** Returns whether the failure has a text here. Otherwise a page shows its general text, and below it the failure's own words. */
export function hasLinkText(failure: Failure): boolean {
  return hasText(failure, linkTexts);
}

/** Returns why the link is invalid or the account cannot be deleted, if the server says so. */
export function reasonText(failure: Failure): string | undefined {
  const [reason] = failure.errors ?? [];
  if (reason === undefined || reason.code === failure.code) return undefined;
  return linkTexts[reason.code ?? ""]?.() ?? reason.message;
}

/**
 * The failure of a page that was opened without a valid link. A page that deletes also shows it to a user who reloads it afterwards. So it
 * needs a `cause` in words.
 */
export function missingLink(code: string, cause?: string): Failure {
  return { status: 410, statusText: "", code, message: "", ...(cause !== undefined && { errors: [{ code: cause, message: "" }] }) };
}

/** True if the link itself has ended, so that a retry cannot help. An answer whose code has no text here does not say so. */
export function isDead(failure: Failure): boolean {
  return failure.status === 410 && hasLinkText(failure);
}
