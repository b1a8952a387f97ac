import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface OpenidFacts {
  issued_at: number;
  /** When the person last logged in or confirmed, before the hand-over. If that time was not kept, when the code was redeemed. */
  auth_time: number;
  /** The scope that the game asked for, "openid" among it. */
  openid_scope: string;
  /** Null for public subjects. */
  sector: string | null;
  /** What the organization lets the game read, and the game still asks for; nothing of a person outside the staff. */
  shared_words: string[];
  display_name: string | null;
  email: string | null;
  locale: string;
}

/**
 * Staff hold a role in the login's organization or on the platform. A login by badge or one-time code is never staff. A student in any
 * organization (null: in all), also by a user group, counts as a child, whatever else the account is.
 */
const isStaff = sql<boolean>`f.login_type <> 'QRCODE'
  and not exists (select from held_roles(f.account_id, null) r where r.role_key = 'student')
  and (select cardinality(held.roles) > 0 from held_rights(f.account_id, f.organization_id) held)`;

/** Returns undefined if the family did not ask for "openid", or its game is no OpenID client. */
export async function findOpenidFacts(database: Database, familyId: string): Promise<OpenidFacts | undefined> {
  const { rows } = await sql<OpenidFacts>`
    select floor(extract(epoch from now()))::int as issued_at,
      floor(extract(epoch from coalesce(f.session_began_at, f.created_at)))::int as auth_time,
      f.openid_scope, case when g.subject_type = 'pairwise' then g.pairwise_sector end as sector,
      case when ${isStaff} then array(select unnest(c.words) intersect select unnest(g.openid_words)) else '{}' end as shared_words,
      a.display_name, a.email, a.default_locale as locale
    from token_families f
    join games g on g.id = f.game_id and g.subject_type is not null
    join accounts a on a.id = f.account_id
    left join name_consents c on c.organization_id = f.organization_id and c.game_id = f.game_id
    where f.id = ${familyId}::uuid and f.openid_scope is not null`.execute(database);
  return rows[0];
}

export interface HintedFamily {
  id: string;
  account_id: string;
  organization_id: string;
  client_id: string;
  /** Where the game may send the browser after a logout. */
  post_logout_urls: string[];
}

/** Finds a login of an OpenID client, whether the login has ended or not. A game is such a client if it has a subject type. */
export async function findHintedFamily(
  database: Database,
  { familyId, clientId }: { familyId: string; clientId: string },
): Promise<HintedFamily | undefined> {
  return database
    .selectFrom("token_families as f")
    .innerJoin("games as g", "g.id", "f.game_id")
    .select(["f.id", "f.account_id", "f.organization_id", "f.client_id", "g.post_logout_urls"])
    .where("f.id", "=", familyId)
    .where("f.client_id", "=", clientId)
    .where("g.subject_type", "is not", null)
    .executeTakeFirst();
}
