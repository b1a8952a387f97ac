import * as contract from "@storyport/contract/erasures";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { eraseStudent } from "./erase-student.ts";
import { getErasure } from "./get-erasure.ts";
import { previewErasure } from "./preview-erasure.ts";

export function erasureRoutes(add: AddRoute, context: AppContext): void {
  add(contract.eraseStudent, ({ caller, body }) => eraseStudent(context, caller, body));
  add(contract.previewErasure, ({ caller, params }) => previewErasure(context, caller.session, params.userId));
  add(contract.getErasure, ({ caller, params }) => getErasure(context, caller.session, params.number));
}
