import * as contract from "@storyport/contract/passwords";
import type { AppContext } from "#/context.ts";
import { requestLink } from "#/features/link-requests/request-link.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { activateAccount, checkActivationCode, checkInvitation, setPassword } from "./set-password.ts";

export function passwordRoutes(add: AddRoute, context: AppContext): void {
  add(contract.requestPasswordReset, ({ body, caller }) => requestLink(context, caller, { purpose: "RESET", email: body.email }));
  add(contract.setPassword, ({ body, caller }) => setPassword(context, caller, body));
  // These two count no attempts: the 256 random bits of a link cannot be guessed.
  add(contract.checkInvitation, ({ params }) => checkInvitation(context, params));
  add(contract.checkActivationCode, ({ params }) => checkActivationCode(context, params));
  add(contract.activateAccount, ({ body, caller }) => activateAccount(context, caller, body));
}
