import type { AppContext } from "#/context.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { recordEventOnce } from "./record-event.ts";

/**
 * Records that the rights of a user did not allow a call (errors.notAllowed). Writes once in ten minutes for each user and call, because
 * a page may ask again and again. The refusal stands even if the history cannot be written, as during maintenance; then the log has it.
 */
export async function recordRefusedAccess({ database, log }: AppContext, caller: LoggedInCaller, call: string): Promise<void> {
  const { accountId, supportView } = caller.session;
  const actorId = supportView?.isOpen === true ? supportView.administratorId : accountId;
  try {
    await recordEventOnce(database, caller, { event: "access_refused", actorId, details: { call } });
  } catch (error) {
    log.warn({ err: error, call }, "a refused call is missing in the history");
  }
}
