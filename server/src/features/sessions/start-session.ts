/** Starts a session. Its secret is always new, and the browser's former session ends, with the logins at OpenID clients that it opened. */
import type { RawBuilder, Transaction } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import { endGrantsOfSession } from "#/features/tokens/end-session-grants.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { newSecret } from "#/platform/secrets.ts";
import { insertSession } from "./queries.ts";
import { sessionDigest } from "./session-digest.ts";

export interface SessionStart {
  accountId: string;
  /** The organization that the session is bound to: a badge's school, otherwise the account's only organization. Null for none or several. */
  organizationId: string | null;
  loginType: LoginType;
  stage: Session["stage"];
  deviceName: string;
  isAdmin: boolean;
  /** The secret of the browser's former session, if it had one. */
  formerSecret: string | undefined;
  /** The lesson to which the session belongs. It ends with the lesson. */
  lessonId?: string | undefined;
  /** Whether a passkey proved the owner. The session then has passed the second factor. */
  byPasskey?: boolean;
  /** When the user gave the proof, if not now: a provider may have asked the user long ago. */
  provenAt?: Date | undefined;
  /** The connected identity that proved the owner at a provider. */
  identityId?: string | undefined;
  /** Further writes of the login in the same statement, as common table expressions. */
  alongside?: RawBuilder<unknown>;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Idle and absolute lifetime: a badge lasts one hand-over, an administrator a sitting, a teacher a week. */
function sessionLife(start: Pick<SessionStart, "loginType" | "isAdmin" | "stage">): { idle: number; absolute: number } {
  if (start.stage !== "FULL") return { idle: 10 * minute, absolute: 10 * minute };
  if (start.loginType === "QRCODE") return { idle: 5 * minute, absolute: 5 * minute };
  return start.isAdmin ? { idle: 30 * minute, absolute: 12 * hour } : { idle: 8 * hour, absolute: 7 * day };
}

/** Of one account. Beyond that the sessions that were unused for longest end. */
const mostSessions = 20;

/**
 * Returns the secret for the cookie, and stores only its digest. Refuses an account that has just left the organization of the session
 * (errors.noLoginPermissions). The caller of this function has locked the account.
 */
export async function startSession(transaction: Transaction<Tables>, start: SessionStart): Promise<string> {
  const secret = newSecret();
  const life = sessionLife(start);
  const formerDigest = start.formerSecret === undefined ? null : sessionDigest(start.formerSecret);
  const isBegun = await insertSession(transaction, {
    digest: sessionDigest(secret),
    accountId: start.accountId,
    organizationId: start.organizationId,
    loginType: start.loginType,
    stage: start.stage,
    deviceName: start.deviceName,
    idleSeconds: life.idle,
    absoluteSeconds: life.absolute,
    formerDigest,
    mostSessions,
    lessonId: start.lessonId ?? null,
    byPasskey: start.byPasskey ?? false,
    provenAt: start.provenAt ?? null,
    identityId: start.identityId ?? null,
    alongside: start.alongside,
  });
  if (!isBegun) throw new Refusal("errors.noLoginPermissions");
  if (formerDigest !== null) await endGrantsOfSession(transaction, formerDigest);
  return secret;
}
