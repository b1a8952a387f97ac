import { listOwnPermissions } from "@storyport/contract/roles";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";

export function roleRoutes(add: AddRoute): void {
  add(listOwnPermissions, ({ caller }) => caller.session.permissions);
}
