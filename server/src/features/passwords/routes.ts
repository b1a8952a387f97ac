import { activateAccount, checkActivationCode, requestPasswordReset, setPassword } from "@storyport/contract/passwords";
import type { AppContext } from "#/context.ts";
import { requestLink } from "#/features/link-requests/request-link.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { activateAccount as activate, checkActivationCode as check, setPassword as set } from "./set-password.ts";

export function passwordRoutes(add: AddRoute, context: AppContext): void {
  add(requestPasswordReset, ({ body, caller }) => requestLink(context, caller, { purpose: "RESET", email: body.email }));
  add(setPassword, ({ body, caller }) => set(context, caller, body));
  add(checkActivationCode, ({ params }) => check(context, params));
  add(activateAccount, ({ body, caller }) => activate(context, caller, body));
}
