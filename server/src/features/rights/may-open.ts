/**
 * Whether an account may open a game in an organization. The SQL function `may_open` decides this for the hand-over, its codes
 * and its tokens.
 */
import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { LoginType } from "@storyport/contract/vocabulary";
import type { Database } from "#/platform/database/connect.ts";

export interface Opening {
  accountId: string;
  organizationId: string;
  /** The game to open, or the game that the dashboard shows. */
  gameId: number;
  /** The game's number, or the dashboard's client id. */
  clientId: string;
  loginType: LoginType;
}

/**
 * Returns the reason of a refusal, or undefined if the account may open the game. A missing game and an organization outside
 * the account's reach are both refused with errors.gameNotAvailable.
 */
export async function refusalToOpen(database: Database, opening: Opening): Promise<ErrorCode | undefined> {
  const { accountId, organizationId, gameId, clientId, loginType } = opening;
  const { rows } = await sql<{ refusal: ErrorCode | null }>`
    select refusal from may_open(${accountId}::uuid, ${organizationId}::uuid, ${gameId}::int, ${clientId}, ${loginType})`.execute(database);
  const [answer] = rows;
  return answer === undefined ? "errors.gameNotAvailable" : (answer.refusal ?? undefined);
}

/** A SQL condition for a game code or token family, by its alias: its account may still open its game. Expiry is not part of it. */
export function mayStillOpen(alias: "c" | "f"): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const granted = sql.join(["account_id", "organization_id", "game_id", "client_id", "login_type"].map(column));
  return sql<boolean>`exists (select from may_open(${granted}) opened where opened.refusal is null)`;
}
