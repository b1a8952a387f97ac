/** The calls that are a login, by name. A provider's return is missing, because it may also connect an identity. */
import { logInWithPassword } from "@storyport/contract/login";
import { logInWithBadge, logInWithOneTimeCode } from "@storyport/contract/qr-login";
import { verifySecondFactor } from "@storyport/contract/second-factor";
import type { LoginMethod } from "./meter.ts";

export const loginMethods: ReadonlyMap<string, LoginMethod> = new Map([
  [logInWithPassword.name, "password"],
  [logInWithBadge.name, "badge"],
  [logInWithOneTimeCode.name, "one_time_code"],
  [verifySecondFactor.name, "second_factor"],
]);
