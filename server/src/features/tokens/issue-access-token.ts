import { randomUUID } from "node:crypto";
import type { AccessTokenClaims } from "@storyport/contract/tokens";
import type { TokenScope } from "@storyport/contract/vocabulary";
import type { AppContext } from "#/context.ts";
import { dashboardClientId } from "#/features/dashboard-login/open-dashboard.ts";
import type { Database } from "#/platform/database/connect.ts";
import { signAccessJwt } from "#/platform/keys/access-jwt.ts";
import type { SigningKey } from "#/platform/keys/signing-keys.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findHeldRights } from "./queries.ts";
import type { TokenFamily } from "./queries.ts";
import { higherLevel, rightsClaims } from "./rights.ts";

export const accessTokenSeconds = 600;

export interface AccessTokenOptions {
  scope: TokenScope;
  /** A narrowed token lives no longer than the one it was made from. */
  notAfter?: number;
}

/** Who signs. Looked up before a transaction begins: inside one, a second connection could wait for the first for ever. */
export interface Issuer {
  url: string;
  key: SigningKey;
}

export async function currentIssuer({ settings, keys }: Pick<AppContext, "settings" | "keys">): Promise<Issuer> {
  return { url: settings.publicUrl, key: await keys.current() };
}

/** A signed access token (RFC 9068) with the rights held now: never a name, never an e-mail (specification, section 3). */
export async function issueAccessToken(
  issuer: Issuer,
  database: Database,
  { family, scope, notAfter = Infinity }: { family: TokenFamily } & AccessTokenOptions,
): Promise<string> {
  const held = await findHeldRights(database, family);
  if (held === undefined) throw new Refusal("errors.grantInvalid");
  // One's own right and each user group's stand apart: the highest counts.
  const groups = new Map<string, (typeof held.groups)[number]>();
  for (const group of held.groups) {
    groups.set(group.id, { ...group, level: higherLevel(group.level, groups.get(group.id)?.level ?? "NONE") });
  }
  const claims: AccessTokenClaims = {
    iss: issuer.url,
    sub: family.account_id,
    aud: family.client_id === dashboardClientId ? dashboardClientId : held.game_key,
    client_id: family.client_id,
    iat: held.issued_at,
    exp: Math.min(held.issued_at + accessTokenSeconds, notAfter),
    jti: randomUUID(),
    sid: family.id,
    scope,
    orgId: family.organization_id,
    ...rightsClaims(
      {
        gameIds: held.game_ids,
        roles: held.roles,
        permissions: held.permissions,
        ownPlayers: held.own_players,
        groups: [...groups.values()],
        userGroups: held.user_groups,
      },
      scope,
    ),
  };
  return signAccessJwt(claims, issuer.key);
}
