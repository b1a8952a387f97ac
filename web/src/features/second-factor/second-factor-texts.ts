import { m } from "@storyport/texts/messages";

/** What the calls of the second factor may be refused with. */
export const secondFactorTexts: Readonly<Record<string, () => string>> = {
  "errors.invalidInput": () => m["errors.secondFactorInvalid"](),
  "errors.noLoginPermissions": () => m["errors.noLoginPermissions"](),
  "errors.secondFactorDemanded": () => m["errors.secondFactorDemanded"](),
  "errors.secondFactorEnrolled": () => m["errors.secondFactorEnrolled"](),
  "errors.secondFactorInvalid": () => m["errors.secondFactorInvalid"](),
  "errors.secondFactorNotBegun": () => m["errors.secondFactorNotBegun"](),
  "errors.userNotActive": () => m["errors.userNotActive"](),
};

/** The code itself was wrong: that is said at its field. */
export function isAboutCode({ code }: { code: string }): boolean {
  return code === "errors.secondFactorInvalid" || code === "errors.invalidInput";
}
