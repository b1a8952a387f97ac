/**
 * Keeps the token of a transfer's link in this tab, so that the page's address need not have it. It stays for the same account, for an hour at
 * most, and until a logout.
 */
import { dropKeptValues, formsOfTheSession } from "#/features/edits/drop-kept-values.ts";
import { keepValues, readKeptValues } from "#/features/edits/kept-values.ts";

const form = formsOfTheSession.transferOffer;

export function keepOffer(accountId: string, token: string): void {
  keepValues({ form, accountId }, { token });
}

export function dropKeptOffer(): void {
  dropKeptValues(form);
}

/** Returns undefined after an hour, and for another account. */
export function readKeptOffer(accountId: string): string | undefined {
  const token = readKeptValues({ form, accountId }, { token: "" })?.token;
  return token === "" ? undefined : token;
}
