import * as contract from "@storyport/contract/audit";
import type { AppContext } from "#/context.ts";
import { sendCsv } from "#/platform/http/csv.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { exportAuditEvents, exportHeader, exportRow } from "./export-events.ts";
import { listAuditEvents } from "./list-events.ts";

export function auditRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listAuditEvents, ({ caller, query }) => listAuditEvents(context, caller.session, query));
  add(contract.exportAuditEvents, async ({ caller, query, reply }) =>
    sendCsv(reply, {
      name: "history",
      locale: caller.session.locale,
      header: exportHeader,
      parts: await exportAuditEvents(context, caller, query),
      rowOf: exportRow,
    }),
  );
}
