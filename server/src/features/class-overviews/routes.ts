import * as contract from "@storyport/contract/class-overviews";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { listClassOverviews } from "./list-class-overviews.ts";

export function classOverviewRoutes(add: AddRoute, context: AppContext): void {
  add(contract.listClassOverviews, ({ caller }) => listClassOverviews(context, caller));
}
