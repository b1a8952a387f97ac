import * as contract from "@storyport/contract/accounts";
import type { AppContext } from "#/context.ts";
import { requestLink } from "#/features/link-requests/request-link.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { checkDeletionCode, confirmDeletion, deleteByConfirmation } from "./delete-account.ts";
import { setDisplayName } from "./set-display-name.ts";
import { setLanguage } from "./set-language.ts";

export function accountRoutes(add: AddRoute, context: AppContext): void {
  add(contract.setDisplayName, ({ body, caller }) => setDisplayName(context, caller, body));
  add(contract.setLanguage, ({ body, caller }) => setLanguage(context, caller, body));

  // One call of the specification has two meanings: without a token it requests, with a token it confirms (DESIGN A7).
  add(contract.requestUserDeletion, ({ body: { email, token }, caller }) =>
    token === undefined ? requestLink(context, caller, { purpose: "DELETION", email }) : confirmDeletion(context, caller, { email, token }),
  );
  add(contract.checkDeletionCode, ({ params }) => checkDeletionCode(context, params));
  // The page's script sends DELETE. Without a script its form can only POST, so the contract has two endpoints.
  for (const endpoint of [contract.deleteUser, contract.deleteUserByForm]) {
    add(endpoint, async ({ body: { token }, caller }) => {
      await deleteByConfirmation(context, caller, { token });
      return undefined;
    });
  }
}
