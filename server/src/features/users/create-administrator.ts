import { isEmail, normalizeEmail } from "@storyport/contract/text-rules";
import type { AppContext } from "#/context.ts";
import { createAccount } from "#/features/accounts/create-account.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { activationUrl } from "#/features/passwords/activation-url.ts";
import { sendActivationLink } from "#/features/passwords/send-activation-link.ts";
import { giveRoles } from "#/features/rights/give-roles.ts";
import { operator } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findAdministrators } from "./queries.ts";
import type { AdministratorRow } from "./queries.ts";

type Context = Pick<AppContext, "database" | "settings">;

/**
 * Creates an administrator for the operator's command line; the portal itself never gives this role (DESIGN 8.2). Returns the
 * one-time link by which the owner chooses a password, and mails the same link. Refuses a malformed address
 * (errors.emailInvalid) and a taken address (errors.emailTaken).
 */
export async function createAdministrator({ database, settings }: Context, typed: string): Promise<string> {
  if (!isEmail(typed)) throw new Refusal("errors.emailInvalid");
  const email = normalizeEmail(typed);
  return database.transaction().execute(async (transaction) => {
    const id = await createAccount(transaction, { email, displayName: null, locale: "en", isActive: false, loginTypes: ["PASSWORD"] });
    if (id === undefined) throw new Refusal("errors.emailTaken");
    await giveRoles(transaction, { accountId: id, organizationId: null }, ["admin"]);
    await recordEvent(transaction, operator, { event: "administrator_created", targetId: id });
    const account = { id, email, default_locale: "en", display_name: null };
    const token = await sendActivationLink({ settings }, transaction, { account, caller: operator, reason: "invited" });
    // A new account has no earlier letters, so the limit on letters cannot withhold the token.
    return activationUrl(settings, token ?? "");
  });
}

export async function listAdministrators({ database }: Pick<Context, "database">): Promise<AdministratorRow[]> {
  return findAdministrators(database);
}
