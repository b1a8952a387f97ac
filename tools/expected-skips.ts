/** The only tests that a run may skip, with reasons. Any other skipped test fails `npm test`. */
import type { ReportedTest } from "./test-reports.ts";

export interface ExpectedSkip {
  /** The step in tools/test-steps.ts. */
  readonly step: "journeys" | "pglite" | "tests";
  readonly file: string;
  /** The outermost title: a `describe`, or the test itself. */
  readonly title: string | RegExp;
  readonly reason: string;
  /** It is skipped on some machines only. */
  readonly isOptional?: true;
}

const connections = "an embedded store has one connection: nothing can happen between two of its statements";
const server = "an embedded store has no server that could go away, no roles and no addresses";

export const expectedSkips: readonly ExpectedSkip[] = [
  {
    step: "tests",
    file: "server/test/previous-release.test.ts",
    title: "the previous release on today's schema",
    reason: "a copy of the repository without its history, such as a shallow clone, has no previous release",
    isOptional: true,
  },
  {
    step: "tests",
    file: "server/src/features/tokens/openid-provider.test.ts",
    title: "PyJWT with its default settings",
    reason: "this machine has no Python with the library PyJWT (Debian: python3-jwt)",
    isOptional: true,
  },
  {
    step: "pglite",
    file: "server/src/features/tokens/openid-provider.test.ts",
    title: "PyJWT with its default settings",
    reason: "this machine has no Python with the library PyJWT (Debian: python3-jwt)",
    isOptional: true,
  },
  {
    step: "tests",
    file: "server/src/features/tokens/authlib.test.ts",
    title: "Authlib with its default settings",
    reason: "this machine has no Python with the library Authlib (Debian: python3-authlib)",
    isOptional: true,
  },
  {
    step: "pglite",
    file: "server/src/features/tokens/authlib.test.ts",
    title: "Authlib with its default settings",
    reason: "this machine has no Python with the library Authlib (Debian: python3-authlib)",
    isOptional: true,
  },
  {
    step: "pglite",
    file: "server/src/features/login/expired-meanwhile.test.ts",
    title: "the right but expired password",
    reason: connections,
  },
  {
    step: "journeys",
    file: "e2e/journeys/examples.spec.ts",
    title: "the example dashboard-python",
    reason: "this machine has no Python with Authlib, and is no Debian where it could be installed",
    isOptional: true,
  },
  { step: "pglite", file: "server/src/features/login/confirm-login.test.ts", title: "nothing is confirmed", reason: connections },
  { step: "pglite", file: "server/src/platform/database/migrate.test.ts", title: "on PostgreSQL", reason: connections },
  { step: "pglite", file: "server/src/platform/database/pool.test.ts", title: "on PostgreSQL", reason: server },
  { step: "pglite", file: "server/src/platform/database/failover.test.ts", title: "on several servers", reason: server },
  { step: "pglite", file: "server/src/platform/database/pooler.test.ts", title: "behind a pooler", reason: server },
  { step: "pglite", file: "server/src/platform/database/database-away.test.ts", title: "with PostgreSQL", reason: server },
  {
    step: "pglite",
    file: "server/src/platform/database/database-faults.test.ts",
    title: "a database that answers is not called away",
    reason: "an embedded store has no time limits",
  },
  { step: "pglite", file: "server/src/platform/database/two-roles.test.ts", title: "with DATABASE_OWNER_URL", reason: server },
  {
    step: "pglite",
    file: "server/src/platform/database/two-roles.test.ts",
    title: "a portal's role that could change the history",
    reason: server,
  },
  {
    step: "pglite",
    file: "server/src/platform/database/history-in-months.test.ts",
    title: "a database from before the months",
    reason: server,
  },
  { step: "pglite", file: "server/src/features/game-login/ended-meanwhile.test.ts", title: /./, reason: connections },
  {
    step: "pglite",
    file: "server/src/features/game-login/badge-hand-over.test.ts",
    title: "a badge's session hands over once and ends (DESIGN A6)",
    reason: connections,
  },
  {
    step: "pglite",
    file: "server/src/platform/database/two-roles.test.ts",
    title: "a DATABASE_OWNER_URL that leads to another database is refused, and changes neither",
    reason: server,
  },
  {
    step: "pglite",
    file: "server/src/platform/database/repeating-database.test.ts",
    title: "on PostgreSQL",
    reason: connections,
  },
  { step: "pglite", file: "server/src/features/sessions/shared-lookups.test.ts", title: "on PostgreSQL", reason: connections },
  {
    step: "pglite",
    file: "server/src/features/login/changed-meanwhile.test.ts",
    title: "no session begins for an account",
    reason: connections,
  },
  {
    step: "pglite",
    file: "server/src/features/login/left-meanwhile.test.ts",
    title: "a removed member cannot log in",
    reason: connections,
  },
];

/** Returns unexpected skips, and expected skips that did not occur, because an unused entry would hide the next skip. */
export function faultsOfSkips(step: string, tests: readonly ReportedTest[], expected: readonly ExpectedSkip[] = expectedSkips): string[] {
  const skipped = tests.filter(({ outcome }) => outcome === "skipped");
  const ofStep = expected.filter((skip) => skip.step === step);
  const unexpected = skipped.filter((test) => !ofStep.some((skip) => isMeant(skip, test)));
  const unused = ofStep.filter((skip) => skip.isOptional !== true && !skipped.some((test) => isMeant(skip, test)));
  return [
    ...unexpected.map(({ file, titles }) => `Skipped, and not listed in tools/expected-skips.ts: ${file} › ${titles.join(" › ")}`),
    ...unused.map(({ file, title }) => `Listed in tools/expected-skips.ts, and not skipped: ${file} › ${String(title)}`),
  ];
}

function isMeant({ file, title }: ExpectedSkip, test: ReportedTest): boolean {
  const outermost = test.titles[0] ?? "";
  return test.file === file && (typeof title === "string" ? title === outermost : title.test(outermost));
}
