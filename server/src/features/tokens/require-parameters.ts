import { refusals } from "@storyport/contract/error-codes";
import { Refusal } from "#/platform/refusal.ts";

type Required<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** Returns the parameters of a request. Refuses missing ones with errors.invalidInput, and names them (RFC 6749, section 5.2). */
export function requireParameters<T extends Record<string, string | null | undefined>>(given: T): Required<T> {
  if (hasAll(given)) return given;
  const missing = Object.keys(given).filter((name) => given[name] === undefined);
  const [, message] = refusals["errors.invalidInput"];
  throw new Refusal("errors.invalidInput", { errors: missing.map((field) => ({ field, message, code: "errors.invalidInput" })) });
}

function hasAll<T extends Record<string, string | null | undefined>>(given: T): given is T & Required<T> {
  return Object.values(given).every((value) => value !== undefined);
}
