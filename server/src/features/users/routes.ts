import * as contract from "@storyport/contract/users";
import type { AppContext } from "#/context.ts";
import { sendCsv } from "#/platform/http/csv.ts";
import type { AddRoute } from "#/platform/http/endpoint-route.ts";
import { activateUser, deactivateUser, reactivateUser } from "./change-status.ts";
import { createUser } from "./create-user.ts";
import { cancelEmailProposal, confirmEmailProposal } from "./decide-proposal.ts";
import { deleteUserByAdmin } from "./delete-user.ts";
import { editUser } from "./edit-user.ts";
import { endUserSessions } from "./end-user-sessions.ts";
import { exportUsers } from "./export-users.ts";
import { getUser } from "./get-user.ts";
import { resetUserPasskeys } from "./reset-user-passkeys.ts";
import { resetUserSecondFactor } from "./reset-user-second-factor.ts";
import { searchUsers } from "./search-users.ts";
import { sendUserLink } from "./send-link.ts";

const exportHeader = ["User ID", "Email", "Display name", "Locale", "Login types", "Created", "Activated", "Disabled"];

export function userRoutes(add: AddRoute, context: AppContext): void {
  // Only administrators may search, and they reach every organization.
  add(contract.searchUsers, ({ body }) => searchUsers(context, body));
  add(contract.exportUsers, async ({ query, caller, reply }) => {
    const parts = await exportUsers(context, caller, query.query);
    return sendCsv(reply, { name: "users", locale: caller.session.locale, header: exportHeader, parts, rowOf });
  });
  add(contract.createUser, ({ body, caller }) => createUser(context, caller, body));
  add(contract.getUser, ({ params, caller }) => getUser(context, caller, params.userId));
  add(contract.editUser, ({ params, body, caller }) => editUser(context, caller, { userId: params.userId, edit: body }));
  add(contract.deactivateUser, ({ params, caller }) => deactivateUser(context, caller, params.userId));
  add(contract.reactivateUser, ({ params, caller }) => reactivateUser(context, caller, params.userId));
  add(contract.activateUser, ({ params, caller }) => activateUser(context, caller, params.userId));
  add(contract.sendUserLink, ({ params, caller }) => sendUserLink(context, caller, params.userId));
  add(contract.endUserSessions, ({ params, caller }) => endUserSessions(context, caller, params.userId));
  add(contract.resetUserPasskeys, ({ params, caller }) => resetUserPasskeys(context, caller, params.userId));
  add(contract.resetUserSecondFactor, ({ params, caller }) => resetUserSecondFactor(context, caller, params.userId));
  add(contract.confirmEmailProposal, ({ params, body, caller }) => confirmEmailProposal(context, caller, { ...params, ...body }));
  add(contract.cancelEmailProposal, ({ params, caller }) => cancelEmailProposal(context, caller, params.userId));
  add(contract.deleteUserByAdmin, async ({ params, caller }) => {
    await deleteUserByAdmin(context, caller, params.userId);
    return undefined;
  });
}

function rowOf(user: contract.UserSearchResult) {
  const { guid, email, displayName, locale, loginTypes, created, activated, disabled } = user;
  return [guid, email, displayName, locale, loginTypes.join(" "), created, activated, disabled];
}
