import { providers } from "@storyport/contract/providers";
import type { AccountStatus, LoginType } from "@storyport/contract/vocabulary";

interface LetterParts {
  status: AccountStatus;
  login_types: readonly LoginType[];
  has_password: boolean;
  has_identity: boolean;
}

/**
 * Returns which letter lets the owner log in. ACTIVATION is for an account that needs its first password. That includes an
 * account made for a provider that is not connected yet. An e-mail address alone never connects it (DESIGN A18). RESET is for
 * an existing password of an active account. Undefined if the account neither has nor needs a password, or is deactivated or
 * deleted.
 */
export function letterFor({ status, login_types, has_password, has_identity }: LetterParts): "ACTIVATION" | "RESET" | undefined {
  if (status !== "CREATED" && status !== "ACTIVE") return undefined;
  if (login_types.includes("PASSWORD")) return has_password && status === "ACTIVE" ? "RESET" : "ACTIVATION";
  const isUnconnected = !has_identity && providers.some((provider) => login_types.includes(provider));
  return isUnconnected ? "ACTIVATION" : undefined;
}
