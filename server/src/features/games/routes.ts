import { organizationManifest, ownManifest, publicManifest } from "@storyport/contract/games";
import type { AppContext } from "#/context.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { organizationManifest as ofOrganization, ownManifest as own, publicManifest as open } from "./manifest.ts";

export function gameRoutes(add: AddRoute, context: AppContext): void {
  add(publicManifest, () => open(context));
  add(ownManifest, ({ caller }) => own(context, caller.session));
  add(organizationManifest, ({ caller, params }) => ofOrganization(context, caller.session, params));
}
