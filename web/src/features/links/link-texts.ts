import { m } from "@storyport/texts/messages";
import type { Failure } from "#/api/api-error.ts";
import { failureText, waitingTime } from "#/api/failure-text.ts";

/** What a call with or for a mailed link may be refused with. */
const linkTexts: Readonly<Record<string, () => string>> = {
  "errors.accountNotDeletable": () => m["errors.accountNotDeletable"](),
  "errors.deletionLinkExpired": () => m["errors.deletionLinkExpired"](),
  "errors.emailNotForDeletionLink": () => m["errors.emailNotForDeletionLink"](),
  "errors.emailNotForResetLink": () => m["errors.emailNotForResetLink"](),
  "errors.emailProposalEnded": () => m["errors.emailProposalEnded"](),
  "errors.emailTaken": () => m["errors.emailTaken"](),
  "errors.failedToDeleteUser": () => m["errors.failedToDeleteUser"](),
  "errors.invalidInput": () => m["errors.emailInvalid"](),
  "errors.invalidPasswordActivationCode": () => m["errors.invalidPasswordActivationCode"](),
  "errors.invalidUserDeletionCode": () => m["errors.invalidUserDeletionCode"](),
  "errors.linkAskedRecently": () => m["errors.linkAskedRecently"](),
  "errors.lastAdministrator": () => m["errors.lastAdministrator"](),
  "errors.linkExpired": () => m["errors.linkExpired"](),
  "errors.linkReplaced": () => m["errors.linkReplaced"](),
  "errors.linkUsed": () => m["errors.linkUsed"](),
  "errors.passwordTooWeak": () => m["errors.passwordTooWeak"](),
  "errors.resetLinkExpired": () => m["errors.resetLinkExpired"](),
  "errors.resetLinkIncorrectOrExpired": () => m["errors.resetLinkIncorrectOrExpired"](),
};

/** Whether a code that came in an address is one of ours. */
export function isKnownReason(code: string): boolean {
  return Object.hasOwn(linkTexts, code);
}

/** What says of a link that it is no good any more. An address brings the code alone, without the status of its answer. */
const deadCodes: readonly string[] = [
  "errors.deletionLinkExpired",
  "errors.emailProposalEnded",
  "errors.failedToDeleteUser",
  "errors.invalidPasswordActivationCode",
  "errors.invalidUserDeletionCode",
  "errors.resetLinkIncorrectOrExpired",
];

export function statusOfDead(code: string): 410 | 0 {
  return deadCodes.includes(code) ? 410 : 0;
}

export function linkFailureText(failure: Failure): string {
  const { code, retryAfterSeconds } = failure;
  if (code === "errors.linkAskedRecently" && retryAfterSeconds !== undefined) {
    return m["errors.linkAskedRecentlyFor"]({ time: waitingTime(retryAfterSeconds) });
  }
  return failureText(failure, linkTexts);
}

/** What happened to the link, or why an account cannot go, where the server knows. */
export function reasonText(failure: Failure): string | undefined {
  const [reason] = failure.errors ?? [];
  if (reason === undefined || reason.code === failure.code) return undefined;
  return linkTexts[reason.code ?? ""]?.() ?? reason.message;
}

/** The failure of a page that was opened without a link that could be one. */
export function missingLink(code: string): Failure {
  return { status: 410, statusText: "", code, message: "" };
}

/** The link itself is no good any more: there is nothing to try again. */
export function isDead(failure: Failure): boolean {
  return failure.status === 410;
}
