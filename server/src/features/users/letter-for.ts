import type { ReachedUser } from "./user-in-reach.ts";

type LetterParts = Pick<ReachedUser, "status" | "login_types" | "has_password" | "has_identity">;

/**
 * Returns which letter lets the owner log in. ACTIVATION is for an account that needs its first password, also one made for
 * Google that is not connected yet (A18: an e-mail address alone never connects it). RESET is for an existing password.
 * Undefined if the account neither has nor needs a password.
 */
export function letterFor({ status, login_types, has_password, has_identity }: LetterParts): "ACTIVATION" | "RESET" | undefined {
  if (status !== "CREATED" && status !== "ACTIVE") return undefined;
  if (login_types.includes("PASSWORD")) return has_password && status === "ACTIVE" ? "RESET" : "ACTIVATION";
  return login_types.includes("GOOGLE") && !has_identity ? "ACTIVATION" : undefined;
}
