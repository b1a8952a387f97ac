import { sql } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

export interface NewStudent {
  name: string;
  locale: string;
  organizationId: string;
  playerGroupId: string;
}

/** An account without an e-mail that logs in by badge alone, and the player it plays. Answers the account's id. */
export async function insertStudent(database: Database, student: NewStudent): Promise<string> {
  const organization_id = student.organizationId;
  const now = sql<Date>`now()`;
  const { id: account_id } = await database
    .insertInto("accounts")
    .values({ display_name: student.name, status: "ACTIVE", default_locale: student.locale, activated_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("account_login_types").values({ account_id, login_type: "QRCODE" }).execute();
  await database.insertInto("organization_members").values({ account_id, organization_id, is_primary: true }).execute();
  await database.insertInto("account_roles").values({ account_id, role_key: "student", organization_id }).execute();
  const { id: player_id } = await database
    .insertInto("players")
    .values({ organization_id, name: student.name, registered_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database.insertInto("player_group_players").values({ player_group_id: student.playerGroupId, player_id }).execute();
  await database.insertInto("account_players").values({ account_id, player_id }).execute();
  return account_id;
}
