import type { ReachedUser } from "./user-in-reach.ts";

type LetterParts = Pick<ReachedUser, "status" | "login_types" | "has_password" | "has_identity">;

/**
 * Which letter lets the owner in: the first password of who logs in by one, or who was made for Google and has not connected it yet
 * (A18: an e-mail address alone never connects it); else a new password. None for who has no password and needs none.
 */
export function letterFor({ status, login_types, has_password, has_identity }: LetterParts): "ACTIVATION" | "RESET" | undefined {
  if (status !== "CREATED" && status !== "ACTIVE") return undefined;
  if (login_types.includes("PASSWORD")) return has_password && status === "ACTIVE" ? "RESET" : "ACTIVATION";
  return login_types.includes("GOOGLE") && !has_identity ? "ACTIVATION" : undefined;
}
