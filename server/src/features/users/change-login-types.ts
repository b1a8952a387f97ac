import type { Transaction } from "kysely";
import { providers } from "@storyport/contract/vocabulary";
import { addLoginTypes, removeLoginTypes } from "#/features/accounts/login-types.ts";
import { forgetPassword, updateFeideServices } from "#/features/accounts/update-account.ts";
import { forgetIdentities } from "#/features/federated-login/forget-identities.ts";
import { voidLinks } from "#/features/links/prove-link.ts";
import { forgetPasskeys } from "#/features/passkeys/reset-passkeys.ts";
import { voidBadgesAndCodesOf } from "#/features/qr-login/void-badges.ts";
import { endSessionsBegunBy } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Changes, UserEdit } from "./user-edit.ts";
import type { ReachedUser } from "./user-in-reach.ts";
import { requireAssignableLoginTypes } from "./user-rules.ts";

/**
 * Sets an account's login types. Removing a type ends its sessions, tokens, links and badges. What Feide said of the account goes with
 * Feide. PASSWORD stands for all means of the account's own, so passkeys go with it (docs/decisions/0064). Refuses added types like
 * `requireAssignableLoginTypes`.
 */
export async function changeLoginTypes(
  transaction: Transaction<Tables>,
  { user, edit: { loginTypes } }: { user: ReachedUser; edit: UserEdit },
): Promise<Changes> {
  if (loginTypes === undefined) return {};
  const added = loginTypes.filter((type) => !user.login_types.includes(type));
  const removed = user.login_types.filter((type) => !loginTypes.includes(type));
  requireAssignableLoginTypes(added);
  if (added.length + removed.length === 0) return {};
  await addLoginTypes(transaction, [user.id], added);
  await removeLoginTypes(transaction, user.id, removed);
  await forgetIdentities(
    transaction,
    user.id,
    providers.filter((provider) => removed.includes(provider)),
  );
  if (removed.includes("FEIDE")) await updateFeideServices(transaction, user.id, []);
  if (removed.includes("QRCODE")) await voidBadgesAndCodesOf(transaction, user.id);
  if (removed.includes("PASSWORD")) {
    await forgetPassword(transaction, user.id);
    await forgetPasskeys(transaction, user.id);
    await voidLinks(transaction, user.id, ["RESET", "ACTIVATION"]);
  }
  for (const loginType of removed) {
    await endSessionsBegunBy(transaction, { accountId: user.id, loginType });
    await revokeTokensOf(transaction, { accountId: user.id, loginType, because: "ACCOUNT" });
  }
  return { loginTypes: { before: user.login_types, after: [...new Set(loginTypes)].toSorted() } };
}
