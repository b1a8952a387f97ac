/** Token families of one account, for its owner's list and for actions that end them. */
import { sql } from "kysely";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";
import { refuseSeats } from "./device-code-queries.ts";
import { endGrants } from "./end-grants.ts";
import type { EndReason } from "./end-grants.ts";
import { familyIsAlive } from "./queries.ts";

interface Revocation {
  accountId: string;
  /** Only families of this login type; all if omitted. */
  loginType?: LoginType;
  /** Only families that this identity began, or of which the identity is unknown; all if omitted. */
  identityId?: string | undefined;
  /** Only families of this organization; all if omitted. */
  organizationId?: string;
  because: EndReason;
}

/**
 * Revokes an account's token families, unused codes and seats, in the transaction of the action that ends them. From then on the portal
 * refuses issued access tokens. A game that judges them by their signature accepts them for up to ten minutes (DESIGN 8.12).
 */
export async function revokeTokensOf(
  database: Database,
  { accountId, loginType, identityId, organizationId, because }: Revocation,
): Promise<void> {
  // Tokens of a seat have the login type QRCODE, so seats end with it.
  if (loginType === undefined || loginType === "QRCODE") await refuseSeats(database, { accountIds: [accountId], organizationId });
  const begun = sql<boolean>`opened.account_id = ${accountId}::uuid
    and (${loginType ?? null}::text is null or opened.login_type = ${loginType ?? null})
    and (${identityId ?? null}::uuid is null or opened.identity_id is null or opened.identity_id = ${identityId ?? null}::uuid)
    and (${organizationId ?? null}::uuid is null or opened.organization_id = ${organizationId ?? null}::uuid)`;
  await endGrants(database, begun, because);
}

/** The name of a family for its owner. It differs from the id that tokens carry, and does not lead to it. */
const familyHandle = sql<string>`left(encode(sha256(convert_to(f.id::text, 'UTF8')), 'hex'), 32)`;

export interface LiveFamily {
  handle: string;
  client_id: string;
  game_description: string;
  login_type: LoginType;
  created_at: Date;
  last_seen_at: Date;
  ends_at: Date;
}

/** More than a person tells apart. The end of all other sessions ends the rest too. */
const mostListed = 200;

/** Lists the live families that have an unused, unexpired refresh token, at most the 200 that were used last. */
export async function listLiveFamilies(database: Database, accountId: string): Promise<LiveFamily[]> {
  const { rows } = await sql<LiveFamily>`
    select ${familyHandle} as handle, f.client_id, g.description as game_description, f.login_type, f.created_at,
      newest.created_at as last_seen_at, newest.expires_at as ends_at
    from token_families f
    join games g on g.id = f.game_id
    join lateral (
      select t.created_at, t.expires_at from refresh_tokens t
      where t.family_id = f.id and t.used_at is null and t.expires_at > now() order by t.created_at desc limit 1
    ) newest on true
    where f.account_id = ${accountId}::uuid and ${familyIsAlive}
    order by newest.created_at desc limit ${sql.lit(mostListed)}`.execute(database);
  return rows;
}

/** Returns whether this call revoked the family. */
export async function revokeFamilyByHandle(
  database: Database,
  { accountId, handle }: { accountId: string; handle: string },
): Promise<boolean> {
  const { rows } = await sql`
    update token_families f set revoked_at = now(), revoked_because = 'LOGOUT'
    where f.account_id = ${accountId}::uuid and f.revoked_at is null and ${familyHandle} = ${handle}
    returning f.id`.execute(database);
  return rows.length > 0;
}
