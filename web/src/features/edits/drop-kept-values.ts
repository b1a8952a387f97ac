/**
 * Forgets kept drafts. Most public pages forget at a logout and never keep. So this is apart from kept-values.ts, and costs /login few
 * bytes.
 */
import { browserStorage } from "#/features/login-state/browser-storage.ts";

/** Forms whose drafts a logout drops: lists of names, and the token of a transfer. A child may take the tablet next. */
export const formsOfTheSession = { classImport: "class-import", transferOffer: "transfer-offer" } as const;

/** Where all drafts are kept. Without the browser's storage only this object has them. */
export const keptDrafts = browserStorage(() => sessionStorage);

export const keptKeyOf = (form: string) => `kept-form:${form}`;

/** Forgets the draft that this tab keeps of a form. */
export function dropKeptValues(form: string): void {
  keptDrafts.remove(keptKeyOf(form));
}

/** Drops the drafts of `formsOfTheSession` in this tab. */
export function dropFormsOfTheSession(): void {
  Object.values(formsOfTheSession).forEach(dropKeptValues);
}
