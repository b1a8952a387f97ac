import { m } from "@storyport/texts/messages";
import { formatLocales } from "#/shell/format-locales.ts";
import type { Failure } from "./api-error.ts";

/** Texts by code of the contract. */
type Texts = Readonly<Record<string, () => string>>;

/** Refusals that any call may meet. Each feature names the refusals of its own calls, so that no page loads all texts. */
const everywhere: Record<string, () => string> = {
  "errors.busy": () => m["errors.busy"](),
  "errors.notLoggedIn": () => m["errors.notLoggedIn"](),
  "errors.offline": () => m["errors.offline"](),
  "errors.unavailable": () => m["errors.unavailable"](),
  "errors.unexpected": () => m["errors.unexpected"](),
};

/** Adds refusals that any call of a logged-in user may meet, so that the login page does not load them. */
export function addTextsEverywhere(texts: Texts): void {
  Object.assign(everywhere, texts);
}

/**
 * Returns a refusal in the reader's language: by its code, else the server's own sentence. Too many attempts and maintenance say how
 * long to wait, if the server has told it.
 */
export function failureText(failure: Failure, texts: Texts = {}): string {
  if (failure.code === "errors.maintenance") return maintenanceText(failure.retryAfterSeconds);
  if (failure.code === "errors.tooManyAttempts") return waitText(failure.retryAfterSeconds);
  const known = [texts, everywhere].find((each) => Object.hasOwn(each, failure.code));
  return known?.[failure.code]?.() ?? failure.message;
}

/**
 * Returns whether a failure has a text of ours that says what happened. Without one a page may show the general text of its call.
 * `errors.unexpected` says nothing about the call.
 */
export function hasText({ code }: Failure, texts: Texts): boolean {
  if (code === "errors.unexpected") return false;
  return (
    code === "errors.maintenance" || code === "errors.tooManyAttempts" || Object.hasOwn(texts, code) || Object.hasOwn(everywhere, code)
  );
}

/**
 * The end of a sentence such as "Failed to load organizations: ...". It is the refusal's text. If the response is not ours, such as a
 * proxy's, it is the status (specification, section 7).
 */
export function reasonText(failure: Failure, texts: Texts = {}): string {
  return isOurs(failure) ? failureText(failure, texts) : statusText(failure);
}

/** The same with the status in front, as in `409 Choose another name.`. Section 8 of the specification demands it for some refusals. */
export function reasonWithStatus(failure: Failure, texts: Texts = {}): string {
  if (failure.status === 0) return failureText(failure, texts);
  return isOurs(failure) ? `${failure.status} ${failureText(failure, texts)}` : statusText(failure);
}

/**
 * Another server's page has neither a request id nor a code of ours (`readFailure`). Below 400 nothing was refused: no response came (status
 * 0), or the answer does not match the contract.
 */
function isOurs({ status, requestId, code }: Failure): boolean {
  return status < 400 || requestId !== undefined || code !== "errors.unexpected";
}

/** "502 Bad Gateway"; HTTP/2 and later send the number alone. */
function statusText({ status, statusText: words }: Failure): string {
  return `${status} ${words}`.trim();
}

function waitText(seconds: number | undefined): string {
  if (seconds === undefined || seconds <= 0) return m["errors.tooManyAttempts"]();
  return m["errors.tooManyAttemptsFor"]({ time: waitingTime(seconds) });
}

function maintenanceText(seconds: number | undefined): string {
  return seconds === undefined ? m["errors.maintenance"]() : m["errors.maintenanceFor"]({ time: waitingTime(seconds) });
}

/** How long to wait: in seconds up to a minute and a half, then in minutes. */
export function waitingTime(seconds: number): string {
  return seconds < 90 ? duration(seconds, "second") : duration(Math.ceil(seconds / 60), "minute");
}

/** "1 minute", "2 minutes", in the reader's language. */
function duration(count: number, unit: "second" | "minute"): string {
  return new Intl.NumberFormat(formatLocales(), { style: "unit", unit, unitDisplay: "long" }).format(count);
}
