import {
  checkDeletionCode,
  deleteUser,
  deleteUserByForm,
  requestUserDeletion,
  setDisplayName,
  setLanguage,
} from "@storyport/contract/accounts";
import type { AppContext } from "#/context.ts";
import { requestLink } from "#/features/link-requests/request-link.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { checkDeletionCode as check, confirmDeletion, deleteByConfirmation } from "./delete-account.ts";
import { setDisplayName as set } from "./set-display-name.ts";
import { setLanguage as speak } from "./set-language.ts";

export function accountRoutes(add: AddRoute, context: AppContext): void {
  add(setDisplayName, ({ body, caller }) => set(context, caller, body));
  add(setLanguage, ({ body, caller }) => speak(context, caller, body));

  // One call of the specification with two meanings: without a token it asks, with one it confirms (DESIGN A7).
  add(requestUserDeletion, ({ body: { email, token }, caller }) =>
    token === undefined ? requestLink(context, caller, { purpose: "DELETION", email }) : confirmDeletion(context, caller, { email, token }),
  );
  add(checkDeletionCode, ({ params }) => check(context, params));
  for (const endpoint of [deleteUser, deleteUserByForm]) {
    add(endpoint, async ({ body: { token }, caller }) => {
      await deleteByConfirmation(context, caller, { token });
      return undefined;
    });
  }
}
