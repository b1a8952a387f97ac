import { readCode } from "#/api/read-code.ts";

/** What /login/second-factor takes from its address. */
export interface SecondFactorSearch {
  /** A factor has to be enrolled before anything else (DESIGN A23). */
  enrol?: "1" | undefined;
  /** Asks for a backup code in place of the app's. */
  backup?: "1" | undefined;
  /** Why a form that left the page was refused. */
  error?: string | undefined;
}

/** Reads search params without ever refusing. */
export function readSecondFactorSearch({ enrol, backup, error }: Record<string, unknown>): SecondFactorSearch {
  return {
    enrol: enrol === "1" ? "1" : undefined,
    backup: backup === "1" ? "1" : undefined,
    error: readCode(error),
  };
}
