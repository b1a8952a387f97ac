import type { LoginMethod } from "@storyport/contract/login";
import { loginTypes } from "@storyport/contract/vocabulary";
import { ApiError } from "#/api/api-error.ts";

/**
 * Reads the answer of `users/login-types` with its defaults (specification, sections 3 and 5). Throws an ApiError for another shape. It is
 * checked by hand, because the browser has no schemas.
 */
export function loginMethodsOf(answer: unknown): LoginMethod[] {
  const methods: unknown[] = Array.isArray(answer) ? answer.map(withDefaults) : [undefined];
  if (methods.every(isLoginMethod)) return methods;
  const message = "The answer of users/login-types does not match the contract.";
  throw new ApiError({ status: 200, statusText: "", code: "errors.unexpected", message });
}

function withDefaults(method: unknown): unknown {
  return typeof method === "object" && method !== null ? { enabled: true, hidden: false, ...method } : method;
}

function isLoginMethod(method: unknown): method is LoginMethod {
  if (typeof method !== "object" || method === null) return false;
  const { type, description, enabled, hidden } = method as Partial<Record<keyof LoginMethod, unknown>>;
  const isKnown = loginTypes.some((known) => known === type);
  return isKnown && typeof description === "string" && typeof enabled === "boolean" && typeof hidden === "boolean";
}
