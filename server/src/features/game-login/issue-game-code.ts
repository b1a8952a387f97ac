import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Session } from "#/platform/http/caller.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { insertGameCode } from "./queries.ts";
import type { NewGameCode } from "./queries.ts";

export type CodeGrant = Pick<NewGameCode, "client_id" | "game_id" | "organization_id" | "scope" | "callback_url" | "client_code"> & {
  session: Session;
  /** The lesson and the device of the badge session that this hand-over ended. `lessonId` is null if it belonged to no lesson. */
  lesson?: { lessonId: string | null; deviceName: string } | undefined;
  /** Only for OpenID clients. The code and its tokens then end with the session. */
  openid?: { scope: string | undefined; nonce: string | undefined };
};

/**
 * Writes a one-time code bound to account, organization, game, client, callback and challenge. Stores digests only. The caller's
 * transaction holds or ends the session (`holdSession`), so that no code outlives a session that ends meanwhile.
 */
export async function issueGameCode(
  transaction: Transaction<Tables>,
  { session, lesson, openid, ...grant }: CodeGrant,
): Promise<{ code: string; handover: string }> {
  const code = newSecret();
  const handover = newSecret();
  await insertGameCode(transaction, session.digest, {
    ...grant,
    digest: digestOf(code),
    handover_digest: digestOf(handover),
    account_id: session.accountId,
    login_type: session.loginType,
    lesson_id: lesson?.lessonId ?? null,
    device_name: lesson?.deviceName ?? null,
    openid_scope: openid?.scope ?? null,
    nonce: openid?.nonce ?? null,
    session_digest: openid === undefined ? null : session.digest,
  });
  return { code, handover };
}

type AuthorizationResponse = ({ code: string } | { error: string }) & { state: string | undefined; iss: string };

/** Builds the authorization response (RFC 6749, section 4.1.2; RFC 9207) and keeps the callback's own query. */
export function withResponse(callbackUrl: string, response: AuthorizationResponse): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries(response)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
