/** Rules of games and of the runs that check them, broken one at a time. */
import type { Mutant } from "./mutant.ts";

export const gameMutants: readonly Mutant[] = [
  {
    rule: "the issuer of a conformance run narrows a token only",
    file: "server/src/features/conformance/answer-bearer.ts",
    find: "(held) => !isWider(scope, held.scope)",
    replace: "() => true",
    tests: ["server/src/features/conformance/given-scope.test.ts"],
    only: "when a token is narrowed",
  },
  {
    rule: "a caller without a right makes nobody wait for a game",
    file: "server/src/features/game-rights/set-game-right.ts",
    find: "  await requireLevel(database, caller, ownership);\n",
    replace: "",
    tests: ["server/src/features/game-rights/game-rights.test.ts"],
    only: "refused at once",
  },
];
