/** One rule broken on purpose, and the tests that must notice. */
export interface Mutant {
  readonly rule: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Files of tests; at least one test of them must fail. */
  readonly tests: readonly string[];
  /** Which tests of them, by a pattern of their whole names; all where nothing is said. */
  readonly only?: string;
}
