/** Rules of seats, broken one at a time. */
import type { Mutant } from "./mutant.ts";

export const seatMutants: readonly Mutant[] = [
  {
    rule: "a seat is fetched once",
    file: "server/src/features/tokens/device-code-queries.ts",
    find: "c.seated_at is not null and c.consumed_at is null and c.refused_at is null",
    replace: "c.seated_at is not null and c.refused_at is null",
    tests: ["server/src/features/seats/poll-for-seat.test.ts"],
    only: "wins once among fifty",
  },
  {
    rule: "a device code belongs to its game",
    file: "server/src/features/tokens/device-code-queries.ts",
    find: "c.digest = ${digest} and c.game_id::text = ${clientId}",
    replace: "c.digest = ${digest} and ${clientId} <> ''",
    tests: ["server/src/features/seats/poll-for-seat.test.ts"],
    only: "is refused",
  },
  {
    rule: "a seat dies with the bell",
    file: "server/src/features/tokens/end-badge-grants.ts",
    find: "await refuseSeats(transaction, { lessonId, ",
    replace: "await refuseSeats(transaction, { lessonId, accountIds: [], ",
    tests: ["server/src/features/seats/seat-child.test.ts"],
    only: "leaves with the bell",
  },
  {
    rule: "an expired seat is no login that ends",
    file: "server/src/features/tokens/device-code-queries.ts",
    find: "return rows.filter(({ was_alive }) => was_alive).map(",
    replace: "return rows.map(",
    tests: ["server/src/features/seats/seat-child.test.ts"],
    only: "has nothing to end at the bell",
  },
  {
    rule: "one device has one child",
    file: "server/src/features/seats/queries.ts",
    find: "const isWaiting = sql<boolean>`c.seated_at is null and ",
    replace: "const isWaiting = sql<boolean>`",
    tests: ["server/src/features/seats/seat-child.test.ts"],
    only: "fifty times at once",
  },
  {
    rule: "a device waits at its own school alone",
    file: "server/src/features/seats/queries.ts",
    find: "and d.organization_id = ${organizationId}::uuid and d.removed_at is null`;\n\nexport interface TakenSeat",
    replace: "and ${organizationId} <> '' and d.removed_at is null`;\n\nexport interface TakenSeat",
    tests: ["server/src/features/seats/seat-child.test.ts"],
    only: "for another school",
  },
];
