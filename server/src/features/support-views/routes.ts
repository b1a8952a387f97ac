import * as contract from "@storyport/contract/support-views";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { beginSupportView } from "./begin-support-view.ts";
import { endSupportView } from "./end-support-view.ts";

export function supportViewRoutes(add: AddRoute, context: AppContext): void {
  add(contract.beginSupportView, ({ params, body, caller }) => beginSupportView(context, caller, { ...params, ...body }));
  add(contract.endSupportView, ({ caller }) => endSupportView(context, caller));
}
