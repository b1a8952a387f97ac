import { setDisplayName } from "@storyport/contract/accounts";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { setDisplayName as set } from "./set-display-name.ts";

export function accountRoutes(add: AddRoute, context: AppContext): void {
  add(setDisplayName, ({ body, caller }) => set(context, caller, body));
}
