import { ratePassword } from "@storyport/contract/password-strength";
import type { AppContext } from "#/context.ts";
import { addLoginTypes } from "#/features/accounts/login-types.ts";
import { nameSender } from "#/features/accounts/name-sender.ts";
import { setPasswordHash } from "#/features/accounts/update-account.ts";
import { writeToOwner } from "#/features/accounts/write-to-owner.ts";
import { recordEvent } from "#/features/audit/record-event.ts";
import { endWaysIn } from "#/features/accounts/end-ways-in.ts";
import { proveLink, readLink, useLink, voidLinks } from "#/features/links/prove-link.ts";
import type { LinkUse, ProvenAccount } from "#/features/links/prove-link.ts";
import { forgetDevices } from "#/features/accounts/forget-devices.ts";
import { endAllSessions } from "#/features/sessions/end-session.ts";
import { revokeTokensOf } from "#/features/tokens/account-families.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { fieldRefusal, Refusal } from "#/platform/refusal.ts";
import { forgetAttempts, takeAttempt, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { warmEstimates } from "./estimate-guesses.ts";
import { isGuessable } from "./is-guessable.ts";
import { passwordChangedLetter } from "./letters.ts";
import { findOnlyOrganization, findOrganizationNames } from "./queries.ts";

export interface NewPassword {
  email: string;
  password: string;
  token: string;
}

type Done = Record<string, never>;

/**
 * Sets a new password with a reset or activation link (specification, sections 2, 4 and 5). Refuses a password that breaks the rule, is
 * common or contains the owner's names (errors.passwordTooWeak); the link stays valid. Refuses another e-mail address than the link's
 * (errors.emailNotForResetLink); the fifth ends the link. Refuses a dead link (errors.resetLinkIncorrectOrExpired), and slows down repeated
 * failures at an address and repeated passwords for an account (errors.tooManyAttempts). Refuses with errors.busy while too many passwords are
 * rated or hashed, or if the thread that rates them dies; the link stays valid. Ends all sessions and tokens of the account, and e-mails its
 * owner.
 */
export function setPassword(context: AppContext, caller: Caller, { email, password, token }: NewPassword): Promise<Done> {
  return set(context, caller, { email, password, use: linkOfPortal(token, ["RESET", "ACTIVATION"]) });
}

/**
 * Returns the school that invited the owner of an activation link, for the page that welcomes them. Returns none for an account in no
 * organization or in several. Reads only. Refuses a dead link like `setPassword`.
 */
export async function checkInvitation({ database }: AppContext, { code }: { code: string }): Promise<{ school?: string }> {
  const { account_id } = await readLink(database, linkOfPortal(code, ["ACTIVATION"]));
  // The user is about to choose a password, so start the thread that rates it.
  warmEstimates();
  const organizationId = await findOnlyOrganization(database, account_id);
  const { school } = await nameSender(database, { organizationId });
  return school === undefined ? {} : { school };
}

/** Sets the first password on a game's page. Refuses like `setPassword`, but a dead link with errors.invalidPasswordActivationCode. */
export function activateAccount(context: AppContext, caller: Caller, { email, password, token }: NewPassword): Promise<Done> {
  return set(context, caller, { email, password, use: linkOfGame(token) });
}

/**
 * Returns the e-mail address of an activation link, which the page fills in. So the address proves nothing beside such a link. Reads only,
 * because mail scanners open the link before its owner does. Refuses a dead link like `activateAccount`.
 */
export async function checkActivationCode({ database }: AppContext, { code }: { code: string }): Promise<{ email: string }> {
  const { email } = await readLink(database, linkOfGame(code));
  warmEstimates();
  return { email };
}

const deaths = {
  REPLACED: "errors.linkReplaced",
  USED: "errors.linkUsed",
  WRONG_EMAILS: "errors.tooManyWrongEmails",
} as const satisfies LinkUse["deaths"];

/** A link to the portal's own page, /account/set-password. */
function linkOfPortal(token: string, purposes: LinkUse["purposes"]): LinkUse {
  return {
    token,
    purposes,
    dead: "errors.resetLinkIncorrectOrExpired",
    deaths: { ...deaths, EXPIRED: "errors.resetLinkExpired" },
  };
}

/** A link to the page of a game's invitation, /new-user-password, which names dead links in its own words. */
function linkOfGame(token: string): LinkUse {
  return {
    token,
    purposes: ["ACTIVATION"],
    dead: "errors.invalidPasswordActivationCode",
    deaths: { ...deaths, EXPIRED: "errors.linkExpired" },
  };
}

/** The owner finds a password that is strong enough within a few tries. Each try costs the thread that rates all new passwords. */
const newPasswords: ThrottlePolicy = { free: 50, firstWaitSeconds: 1, longestWaitSeconds: 60, stopAt: 1000, windowSeconds: 600 };

interface Setting {
  email: string;
  password: string;
  use: LinkUse;
}

async function set(context: AppContext, caller: Caller, { email, password, use }: Setting): Promise<Done> {
  if (ratePassword(password).strength !== "GOOD") throw tooWeak();
  const account = await proveLink(context, caller, { email, use, mismatch: "errors.emailNotForResetLink" });
  const tries = throttleKey("new-password", account.account_id);
  await takeAttempt(context.database, tries, newPasswords);
  await requireUnguessable(context, password, account);
  const passwordHash = await context.hasher.hash(password);
  await context.database.transaction().execute(async (transaction) => {
    await useLink(transaction, use, account);
    // No owner has ever logged in, so the existing login methods may be another person's (DESIGN A26).
    if (!account.has_logged_in) await endWaysIn(transaction, account.account_id);
    // False for an account that was deactivated or deleted since the link was proven.
    if (!(await setPasswordHash(transaction, account.account_id, passwordHash))) throw new Refusal(use.dead);
    // An account created for another login type (Google) also gets the password, which stays after that type is connected.
    await addLoginTypes(transaction, [account.account_id], ["PASSWORD"]);
    await voidLinks(transaction, account.account_id, ["RESET", "ACTIVATION"]);
    await endAllSessions(transaction, account.account_id);
    await revokeTokensOf(transaction, { accountId: account.account_id, because: "PASSWORD" });
    await forgetDevices(transaction, account.account_id);
    await forgetAttempts(transaction, [throttleKey("password-account", account.email), tries]);
    await writeToOwner(context, transaction, { accountId: account.account_id, name: "passwordChanged", write: passwordChangedLetter });
    const details = { activated: account.status === "CREATED" };
    await recordEvent(transaction, caller, { event: "password_set", actorId: account.account_id, targetId: account.account_id, details });
  });
  return {};
}

/** Call only after the link is proven, because the result depends on the owner's names. */
async function requireUnguessable({ database, settings }: AppContext, password: string, account: ProvenAccount): Promise<void> {
  const organizations = await findOrganizationNames(database, account.account_id);
  const names = [account.email, account.display_name ?? "", settings.brand.productName, ...organizations];
  if (await isGuessable(password, names)) throw tooWeak();
}

function tooWeak(): Refusal {
  return fieldRefusal("errors.passwordTooWeak", "password");
}
