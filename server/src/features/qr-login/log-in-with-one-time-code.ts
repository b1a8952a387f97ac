import { readOneTimeCode } from "@storyport/contract/one-time-code";
import type { AppContext } from "#/context.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endFormerBadgeSession } from "#/features/sessions/end-badge-sessions.ts";
import { sessionDigest } from "#/features/sessions/session-digest.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { throttleKey } from "#/platform/throttle.ts";
import { countCodeGuess } from "./count-code-guesses.ts";
import { oneTimeCodeDigest } from "./one-time-code.ts";
import { consumeOneTimeCode } from "./queries.ts";
import { startBadgeSession } from "./start-badge-session.ts";
import type { LoggedInStudent } from "./start-badge-session.ts";

export interface OneTimeProof {
  code: string;
  formerSessionSecret: string | undefined;
  userAgent: string | undefined;
}

/**
 * Logs a student in with a one-time code from the teacher, once and within twenty minutes. A code of a lesson ends with the lesson. The
 * conditions are the same as for a badge (errors.oneTimeCodeInvalid). Guesses are counted before the check (errors.tooManyAttempts). Before
 * a count refuses, the guess waits for running guesses at this class from this network address, because right codes make room. Every
 * refusal ends a child's session in this browser, as that of a badge does. A code is typed on purpose, so the call replaces another
 * session without a question, unlike a link.
 */
export async function logInWithOneTimeCode(context: AppContext, caller: Caller, proof: OneTimeProof): Promise<LoggedInStudent> {
  const { attempts, database, vault } = context;
  // First, because counting may refuse. The next child must not find the former child's session.
  if (proof.formerSessionSecret !== undefined) await endFormerBadgeSession(database, sessionDigest(proof.formerSessionSecret));
  const code = readOneTimeCode(proof.code);
  // A malformed code is a typing error, not a guess, so it is not counted.
  if (code === undefined) throw new Refusal("errors.oneTimeCodeInvalid");
  return attempts.run(throttleKey("one-time-code-class-address", `${code.word} ${caller.addressBucket}`), {
    count: () => countCodeGuess(database, caller, code.word),
    async check(counted) {
      const loggedIn = await database.transaction().execute(async (transaction) => {
        const login = await consumeOneTimeCode(transaction, oneTimeCodeDigest(vault, code));
        if (login === undefined) return undefined;
        const { formerSessionSecret: formerSecret, userAgent } = proof;
        return startBadgeSession(transaction, caller, { login, by: "one-time code", formerSecret, userAgent });
      });
      if (loggedIn === undefined) {
        await recordEvent(database, caller, { event: "login_failed", details: { loginType: "QRCODE", reason: "one-time code" } });
        throw new Refusal("errors.oneTimeCodeInvalid");
      }
      await counted.wasRight();
      return loggedIn;
    },
  });
}
