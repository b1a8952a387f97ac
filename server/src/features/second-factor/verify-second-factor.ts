import type { SessionUser } from "@storyport/contract/login";
import type { AppContext } from "#/context.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { describeSession } from "#/features/login/describe-session.ts";
import { passkeyStep } from "#/features/passkeys/passkey-step.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { finishHalfLogin } from "./finish-login.ts";
import { backupCodeUsedLetter } from "./letters.ts";
import { proveSecondFactor } from "./prove-second-factor.ts";
import { findStatus } from "./queries.ts";

/**
 * Completes a login with a code of the app or a backup code (specification, section 3). The owner is e-mailed about a used backup code.
 * Refuses like `proveSecondFactor`. The fifth wrong code ends the half session. After a password an organization may require a passkey too
 * (docs/decisions/0073).
 */
export async function verifySecondFactor(
  context: AppContext,
  caller: LoggedInCaller,
  { code }: { code: string },
): Promise<{ answer: SessionUser | { secondFactor: "passkey" }; accountId: string; sessionSecret: string }> {
  const { session } = caller;
  const { accountId } = session;
  return proveSecondFactor(context, caller, {
    code,
    async unlocks(transaction, by) {
      const needsPasskey = session.loginType === "PASSWORD" && (await passkeyStep(transaction, accountId)) !== "none";
      const sessionSecret = await finishHalfLogin(transaction, caller, { by, stage: needsPasskey ? "PASSKEY" : "FULL" });
      if (by === "backup code") {
        const left = (await findStatus(transaction, accountId))?.codes_left ?? 0;
        await writeToOwner(context, transaction, {
          accountId,
          name: "backupCodeUsed",
          write: (settings, to) => backupCodeUsedLetter(settings, { ...to, left }),
        });
      }
      const answer = needsPasskey ? ({ secondFactor: "passkey" } as const) : describeSession(session);
      return { answer, accountId, sessionSecret };
    },
  });
}
