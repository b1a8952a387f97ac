import type { LoginType } from "@storyport/contract/vocabulary";

/** A badge belongs to the school, and API to programs. Nobody logs in as themselves by them. */
export const typesWithoutPasskey: readonly LoginType[] = ["QRCODE", "API"];

/** Returns whether an account with these login types may log in by a passkey. It needs a login type of a person (docs/decisions/0064). */
export function allowsPasskey(loginTypes: readonly LoginType[]): boolean {
  return loginTypes.some((type) => !typesWithoutPasskey.includes(type));
}
