import * as contract from "@storyport/contract/health";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { getHealth } from "./get-health.ts";

export function healthRoutes(add: AddRoute, context: AppContext): void {
  add(contract.getHealth, () => getHealth(context));
}
