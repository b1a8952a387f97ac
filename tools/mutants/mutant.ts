/** A rule broken on purpose, and the tests that must fail. */
export interface Mutant {
  readonly rule: string;
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Test files, of which at least one test must fail. */
  readonly tests: readonly string[];
  /** A pattern for the full titles of the tests to run; all if omitted. */
  readonly only?: string;
}
