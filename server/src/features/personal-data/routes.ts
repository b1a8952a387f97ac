import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import * as contract from "@storyport/contract/personal-data";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { exportPersonalData } from "./export-personal-data.ts";
import type { PersonalExport } from "./export-personal-data.ts";

export function personalDataRoutes(add: AddRoute, context: AppContext): void {
  add(contract.exportOwnData, async ({ caller, query: { whole, before }, reply }) =>
    asFile(reply, await exportPersonalData(context, caller, { userId: caller.session.accountId, before }), whole !== undefined),
  );
  add(contract.exportPersonalData, async ({ caller, params, query: { whole, before }, reply }) =>
    asFile(reply, await exportPersonalData(context, caller, { ...params, before }), whole !== undefined),
  );
}

/**
 * A link downloads it as a file. The name has the account's id, because a name would stay in the folder of downloads. A whole file is
 * streamed, because a history may be long. A failure of a later part cuts the connection, so that the file does not look complete.
 */
function asFile(reply: FastifyReply, { data, olderEvents }: PersonalExport, isWhole: boolean): contract.PersonalData | FastifyReply {
  const name = `personal-data-${String(data.account["id"]).slice(0, 8)}-${data.exportedAt.slice(0, 10)}.json`;
  void reply.header("content-disposition", `attachment; filename="${name}"`);
  if (!isWhole) return data;
  return reply
    .header("content-type", "application/json; charset=utf-8")
    .send(Readable.from(textsOf({ data, olderEvents }), { objectMode: false }));
}

/** The same JSON as of one part, with all events in it. */
async function* textsOf({ data, olderEvents }: PersonalExport): AsyncGenerator<string> {
  const { history, ...rest } = data;
  const eventsOf = (events: readonly contract.PersonalEvent[]) => events.map((event) => JSON.stringify(event)).join(",");
  yield `${JSON.stringify(rest).slice(0, -1)},"history":{"events":[${eventsOf(history.events)}`;
  // A part is empty if the operator has dropped its months meanwhile.
  for await (const events of olderEvents) if (events.length > 0) yield `,${eventsOf(events)}`;
  yield `],"next":null}}`;
}
