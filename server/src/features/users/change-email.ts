import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import { voidLinks } from "#/features/links/prove-link.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeAllTokens } from "#/features/tokens/revoke-token.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import type { Changes, UserEdit } from "./user-edit.ts";
import { letterFor } from "./letter-for.ts";
import { emailChangedLetter } from "./letters.ts";
import { forgetPassword, mayBeTold } from "./queries.ts";
import type { ReachedUser } from "./user-in-reach.ts";

export interface Editing {
  user: ReachedUser;
  edit: UserEdit;
  caller: LoggedInCaller;
}

/**
 * What follows from another e-mail address: nobody gets in by password until whoever reads the new one has chosen one by the link sent
 * there; everything that was open ends, and the former address is told (docs/decisions/0021).
 */
export async function changeEmail(
  context: AppContext,
  transaction: Transaction<Tables>,
  { user, edit, caller }: Editing,
): Promise<Changes> {
  const { email } = edit;
  if (email === undefined || email === user.email) return {};
  await forgetPassword(transaction, user.id);
  await voidLinks(transaction, user.id, ["RESET", "ACTIVATION", "DELETION", "DELETION_CONFIRMATION"]);
  await endAllSessions(transaction, user.id);
  await revokeAllTokens(transaction, user.id, "ACCOUNT");
  if (user.email !== null && (await mayBeTold(transaction, user.email)))
    await tellFormerAddress(context, transaction, { ...user, email: user.email });
  const login_types = edit.loginTypes ?? user.login_types;
  if (letterFor({ ...user, login_types }) !== undefined) {
    const display_name = edit.displayName ?? user.display_name;
    const account = { id: user.id, email, default_locale: edit.locale ?? user.default_locale, display_name };
    await sendActivationLink(context, transaction, { account, caller });
  }
  return { email: "changed" };
}

async function tellFormerAddress(
  { settings }: Pick<AppContext, "settings">,
  transaction: Transaction<Tables>,
  user: ReachedUser & { email: string },
): Promise<void> {
  await postLetter(transaction, {
    accountId: user.id,
    recipient: user.email,
    name: "emailChanged",
    letter: emailChangedLetter(settings, { locale: user.default_locale, displayName: user.display_name }),
    validForSeconds: 7 * 24 * 3600,
  });
}
