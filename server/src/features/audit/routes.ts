import { exportAuditEvents, listAuditEvents } from "@storyport/contract/audit";
import type { AppContext } from "#/context.ts";
import { sendCsv } from "#/platform/http/csv.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { exportEvents, exportHeader } from "./export-events.ts";
import { listEvents } from "./list-events.ts";

export function auditRoutes(add: AddRoute, context: AppContext): void {
  add(listAuditEvents, ({ caller, query }) => listEvents(context, caller.session, query));
  add(exportAuditEvents, async ({ caller, query, reply }) =>
    sendCsv(reply, {
      name: "history",
      locale: caller.session.locale,
      header: exportHeader,
      rows: await exportEvents(context, caller, query),
    }),
  );
}
