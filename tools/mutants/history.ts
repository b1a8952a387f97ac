/** Rules of the history's months, broken one at a time. */
import type { Mutant } from "./mutant.ts";

const audit = "server/src/features/audit";
const closed = [`${audit}/closed-months.test.ts`];

export const historyMutants: readonly Mutant[] = [
  {
    rule: "the history verifies the seal of a closed month",
    file: `${audit}/verify-months.ts`,
    find: "sealOf(vault, month).equals(month.seal) ?",
    replace: "month.seal.length > 0 ?",
    tests: closed,
    only: "made again by hand",
  },
  {
    rule: "the history verifies what it recorded of a digest",
    file: `${audit}/verify-months.ts`,
    find: 'recorded.filter((digest) => digest !== month.digest.toString("hex"))',
    replace: "recorded.slice(0, 0)",
    tests: closed,
    only: "closed again",
  },
  {
    rule: "the history verifies that it recorded each digest",
    file: `${audit}/verify-months.ts`,
    find: "if (recorded.length === 0 && !month.isDropped) faults.push(noRecord);",
    replace: "",
    tests: closed,
    only: "names no more",
  },
  {
    rule: "the history verifies events behind the last block",
    file: `${audit}/verify-months.ts`,
    find: "faults.push(...added.map((id) => `Event ${id} was added.`));",
    replace: "void added;",
    tests: closed,
    only: "was added",
  },
  {
    rule: "the digest of the history has every column of an event",
    file: `${audit}/month-queries.ts`,
    find: "'network', e.network, ",
    replace: "",
    tests: closed,
    only: "network = null",
  },
  {
    rule: "the digest of the history continues the month before",
    file: `${audit}/close-months.ts`,
    find: "last?.digest ?? months.at(-1)?.digest ?? firstDigest",
    replace: "last?.digest ?? firstDigest",
    tests: closed,
    only: "block after block",
  },
  {
    rule: "a removed digest of the history is not made again before later ones",
    file: `${audit}/close-months.ts`,
    find: "({ endsOn }) => endsOn >= part.endsOn",
    replace: "({ endsOn }) => endsOn === part.endsOn",
    tests: closed,
    only: "is not made again",
  },
  {
    rule: "the history of the present month is not closed",
    file: `${audit}/month-queries.ts`,
    find: "ends_on <= ((now() - interval '1 day') at time zone 'UTC')::date",
    replace: "true",
    tests: closed,
    only: "the present month stays open",
  },
  {
    rule: "the history is not dropped inside the retention",
    file: `${audit}/drop-months.ts`,
    find: "before !== undefined && before > keptFrom",
    replace: "before === undefined && keptFrom === undefined",
    tests: ["server/test/admin-history.test.ts"],
    only: "before",
  },
  {
    rule: "a month of the history without a digest is not dropped",
    file: `${audit}/drop-months.ts`,
    find: "if (month === undefined)",
    replace: "if (month === null)",
    tests: closed,
    only: "without a digest",
  },
  {
    rule: "a portal's role has no right on a part of the history",
    file: "server/src/platform/database/grant-to-portal.ts",
    find: "execute format('revoke all on %s from %s', part, ",
    replace: "execute format('grant all on %s to %s', part, ",
    tests: ["server/src/platform/database/two-roles.test.ts"],
  },
  {
    rule: "other calls run while a long export is written",
    file: "server/src/platform/http/csv.ts",
    find: "await nextRound();",
    replace: "",
    tests: ["server/src/platform/http/csv.test.ts"],
  },
];
