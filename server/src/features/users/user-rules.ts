/** The rules of creating and editing a user (specification, section 5), in the specification's order. */
import { assignableLoginTypes } from "@storyport/contract/vocabulary";
import type { LoginType } from "@storyport/contract/vocabulary";
import { displayNameFault, isStudentName } from "@storyport/contract/text-rules";
import { isOnlyStudent } from "#/features/rights/students.ts";
import { fieldRefusal } from "#/platform/refusal.ts";

/**
 * Refuses login types that an administrator cannot assign with errors.loginTypeNotAssignable. Owners get FEIDE and APPLE by connecting
 * the provider. No account has API.
 */
export function requireAssignableLoginTypes(types: readonly LoginType[]): void {
  if (!types.every((type) => assignableLoginTypes.includes(type))) throw fieldRefusal("errors.loginTypeNotAssignable", "loginType");
}

/** Refuses with errors.roleNotAssignable, because the portal never gives the role `admin`. */
export function refuseAdminRole(roles: readonly string[]): void {
  if (roles.includes("admin")) throw fieldRefusal("errors.roleNotAssignable", "roles");
}

export interface UserParts {
  email?: string | null | undefined;
  displayName?: string | null | undefined;
  loginTypes: readonly LoginType[];
  /** All roles, including those of its groups. */
  roles: readonly string[];
}

/** Refuses the first broken rule with the code and the field of the rule. */
export function requireUserRules({ email, displayName, loginTypes, roles }: UserParts): void {
  const isStudent = isOnlyStudent(roles);
  requireRole(roles);
  if (isMissing(email) && isMissing(displayName)) throw fieldRefusal("errors.nameOrEmailRequired", "email");
  if (isMissing(email) && (loginTypes.includes("PASSWORD") || !isStudent)) throw fieldRefusal("errors.emailRequired", "email");
  if (loginTypes.includes("QRCODE") && !isStudent) throw fieldRefusal("errors.qrCodeForStudentsOnly", "loginType");
}

/**
 * Refuses a new name that breaks the rule of its roles. A display name has 3 to 64 characters. The name of an account that is only a
 * student may have 1 (DESIGN A25).
 */
export function requireName(name: string, roles: readonly string[]): void {
  if (isOnlyStudent(roles)) {
    if (!isStudentName(name)) throw fieldRefusal("errors.studentNameInvalid", "displayName");
    return;
  }
  const fault = displayNameFault(name);
  if (fault !== undefined) throw fieldRefusal(fault, "displayName");
}

/** Refuses with errors.roleRequired an account that would hold no role anywhere. */
export function requireRole(roles: readonly string[]): void {
  if (roles.length === 0) throw fieldRefusal("errors.roleRequired", "roles");
}

function isMissing(value: string | null | undefined): boolean {
  return value === undefined || value === null || value === "";
}
