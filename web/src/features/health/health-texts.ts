import type { CountedMethod, FindingCode, LoginOutcome } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { loginTypeName } from "#/features/users/user-words.ts";
import { isolate } from "#/ui/isolate.ts";

interface FindingText {
  title: (name: string) => string;
  advice: () => string;
}

const findings: Record<FindingCode, FindingText> = {
  PortalDown: { title: (name) => m["health.portalDown"]({ name }), advice: () => m["health.portalDownAdvice"]() },
  SeveralVersions: { title: (name) => m["health.severalVersions"]({ name }), advice: () => m["health.severalVersionsAdvice"]() },
  LettersWait: { title: () => m["health.lettersWait"](), advice: () => m["health.lettersWaitAdvice"]() },
  LettersFail: { title: (name) => m["health.lettersFail"]({ name }), advice: () => m["health.lettersFailAdvice"]() },
  SweepStalls: { title: () => m["health.sweepStalls"](), advice: () => m["health.sweepStallsAdvice"]() },
  SweepFails: { title: (name) => m["health.sweepFails"]({ name }), advice: () => m["health.sweepFailsAdvice"]() },
  SigningKeyEnds: { title: () => m["health.signingKeyEnds"](), advice: () => m["health.signingKeyEndsAdvice"]() },
  KeysDiffer: { title: () => m["health.keysDiffer"](), advice: () => m["health.keysDifferAdvice"]() },
  PreviousKeySeals: { title: (name) => m["health.previousKeySeals"]({ name }), advice: () => m["health.previousKeySealsAdvice"]() },
  PreviousKeyUnused: { title: () => m["health.previousKeyUnused"](), advice: () => m["health.previousKeyUnusedAdvice"]() },
  KeyMissing: { title: () => m["health.keyMissing"](), advice: () => m["health.keyMissingAdvice"]() },
  MigrationsPending: { title: () => m["health.migrationsPending"](), advice: () => m["health.migrationsPendingAdvice"]() },
  StandbyLags: { title: (name) => m["health.standbyLags"]({ name }), advice: () => m["health.standbyLagsAdvice"]() },
};

/** What is not well, and what to do. */
export function findingText({ code, about }: { code: FindingCode; about: string | null }): { title: string; advice: string } {
  const { title, advice } = findings[code];
  return { title: title(isolate(about ?? "")), advice: advice() };
}

/** Expected for a while: an update, a retried letter, a key that was just replaced. All others are faults. */
const expected: ReadonlySet<FindingCode> = new Set(["SeveralVersions", "LettersFail", "PreviousKeySeals", "PreviousKeyUnused"]);

/** False for a finding that is expected for a while. */
export function isFault(code: FindingCode): boolean {
  return !expected.has(code);
}

/** The section of the runbook about a finding. A letter that fails is a letter that waits. */
export function runbookSection(code: FindingCode): string {
  return code === "LettersFail" ? "LettersWait" : code;
}

export function methodName(method: CountedMethod): string {
  if (method === "ONE_TIME_CODE") return m["playerGroups.codesHeading"]();
  return method === "SECOND_FACTOR" ? m["users.secondFactor"]() : loginTypeName(method);
}

const outcomes: Record<LoginOutcome, () => string> = {
  SUCCEEDED: () => m["health.succeeded"](),
  FAILED: () => m["health.loginFailed"](),
  REFUSED: () => m["health.refused"](),
};

export function outcomeName(outcome: LoginOutcome): string {
  return outcomes[outcome]();
}
