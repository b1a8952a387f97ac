import { m } from "@storyport/texts/messages";

/** Refusals of the calls about the second factor. */
export const secondFactorTexts: Readonly<Record<string, () => string>> = {
  "errors.invalidInput": () => m["errors.secondFactorInvalid"](),
  "errors.noLoginPermissions": () => m["errors.noLoginPermissions"](),
  "errors.passkeyNeeded": () => m["errors.passkeyNeeded"](),
  "errors.secondFactorDemanded": () => m["errors.secondFactorDemanded"](),
  "errors.secondFactorEnrolled": () => m["errors.secondFactorEnrolled"](),
  "errors.secondFactorInvalid": () => m["errors.secondFactorInvalid"](),
  "errors.secondFactorNotBegun": () => m["errors.secondFactorNotBegun"](),
  "errors.userNotActive": () => m["errors.userNotActive"](),
};

/** True if the code itself was wrong, also by its form; its field shows that. */
export function isAboutCode({ code }: { code: string }): boolean {
  return code === "errors.secondFactorInvalid" || code === "errors.invalidInput";
}
