/** May this account open this game there: one answer, of the function `may_open`, for the hand-over and for all that comes of it. */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface Opening {
  accountId: string;
  organizationId: string;
  gameId: number;
  /** The game itself by its number, or the dashboard. */
  clientId: string;
  loginType: LoginType;
}

/** Why not; undefined where it may. A game that the organization does not have, or an organization that is not one's own, answers as absent. */
export async function refusalToOpen(database: Database, opening: Opening): Promise<ErrorCode | undefined> {
  const { accountId, organizationId, gameId, clientId, loginType } = opening;
  const { rows } = await sql<{ refusal: ErrorCode | null }>`
    select refusal from may_open(${accountId}::uuid, ${organizationId}::uuid, ${gameId}::int, ${clientId}, ${loginType})`.execute(database);
  const [answer] = rows;
  return answer === undefined ? "errors.gameNotAvailable" : (answer.refusal ?? undefined);
}

/** True of a game code or a token family, by its alias, that may still be used. */
export function mayStillOpen(alias: "c" | "f"): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const granted = sql.join(["account_id", "organization_id", "game_id", "client_id", "login_type"].map(column));
  return sql<boolean>`exists (select from may_open(${granted}) opened where opened.refusal is null)`;
}
