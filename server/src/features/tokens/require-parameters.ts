import { refusals } from "@storyport/contract/error-codes";
import { Refusal } from "#/platform/refusal.ts";

type Parameters = Record<string, string | null | undefined>;
type Required<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/**
 * Returns the parameters of a request. Refuses missing parameters with errors.invalidInput, and names them (RFC 6749, section 5.2). Null
 * stands for a parameter that this client may omit.
 */
export function requireParameters<T extends Parameters>(given: T): Required<T> {
  if (hasAll(given)) return given;
  throw naming(given);
}

/** Returns the refusal for missing parameters. Undefined if none is missing. */
export function refusalOfMissing(given: Parameters): Refusal | undefined {
  return hasAll(given) ? undefined : naming(given);
}

function naming(given: Parameters): Refusal {
  const missing = Object.keys(given).filter((name) => given[name] === undefined);
  const [, message] = refusals["errors.invalidInput"];
  return new Refusal("errors.invalidInput", { errors: missing.map((field) => ({ field, message, code: "errors.invalidInput" })) });
}

function hasAll<T extends Parameters>(given: T): given is T & Required<T> {
  return Object.values(given).every((value) => value !== undefined);
}
