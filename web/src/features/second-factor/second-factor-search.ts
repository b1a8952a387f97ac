import { readCode } from "#/api/read-code.ts";

/** The search params of /login/second-factor. With `enrol=1` or `passkey=1` other pages open there (pages.ts). */
export interface SecondFactorSearch {
  /** Asks for a backup code instead of the app's. */
  backup?: "1" | undefined;
  /** The refusal of a form that was submitted without a script. */
  error?: string | undefined;
}

/** Reads search params; never throws. */
export function readSecondFactorSearch({ backup, error }: Record<string, unknown>): SecondFactorSearch {
  return {
    backup: backup === "1" ? "1" : undefined,
    error: readCode(error),
  };
}
