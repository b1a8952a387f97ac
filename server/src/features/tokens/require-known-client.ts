import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { dashboardClientId } from "./dashboard-client.ts";
import { isNumberOfGame } from "./queries.ts";

/**
 * Refuses with errors.clientInvalid if no game has the client's number (RFC 6749, section 5.2). Call it only where a code or token does not
 * fit, so that a good call costs no further query.
 */
export async function requireKnownClient(database: Database, clientId: string): Promise<void> {
  if (clientId !== dashboardClientId && !(await isNumberOfGame(database, clientId))) throw new Refusal("errors.clientInvalid");
}
