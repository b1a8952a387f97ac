import type { FastifyReply } from "fastify";
import * as contract from "@storyport/contract/personal-data";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { exportPersonalData } from "./export-personal-data.ts";

export function personalDataRoutes(add: AddRoute, context: AppContext): void {
  add(contract.exportOwnData, async ({ caller, query, reply }) =>
    asFile(reply, await exportPersonalData(context, caller, { userId: caller.session.accountId, ...query })),
  );
  add(contract.exportPersonalData, async ({ caller, params, query, reply }) =>
    asFile(reply, await exportPersonalData(context, caller, { ...params, ...query })),
  );
}

/** A link downloads it as a file. The name has the account's id, because a name would stay in the folder of downloads. */
function asFile(reply: FastifyReply, data: contract.PersonalData): contract.PersonalData {
  const name = `personal-data-${String(data.account["id"]).slice(0, 8)}-${data.exportedAt.slice(0, 10)}.json`;
  void reply.header("content-disposition", `attachment; filename="${name}"`);
  return data;
}
