import type { AppContext } from "#/context.ts";
import { actorOf } from "#/platform/http/caller.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { recordEventOnce } from "./record-event.ts";

/**
 * Records that the rights of a user did not allow a call (errors.notAllowed). Writes once in ten minutes for each user and call, because
 * a page may ask again and again. The refusal stands even if the database takes no writes; then the log has it.
 */
export async function recordRefusedAccess({ database, log }: AppContext, caller: LoggedInCaller, call: string): Promise<void> {
  const { session } = caller;
  const details = { call, ...(session.supportView?.isOpen === true && { viewId: session.supportView.id }) };
  try {
    await recordEventOnce(database, caller, { event: "access_refused", actorId: actorOf(session), details });
  } catch (error) {
    log.warn({ err: error, call }, "a refused call is missing in the history");
  }
}
