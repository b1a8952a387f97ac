/** What OpenID clients demand of a login. */
import type { Mutant } from "./mutant.ts";

const inServer = "server/src/features";
const tests = [`${inServer}/game-login/openid-prompt.test.ts`];

export const openidPromptMutants: readonly Mutant[] = [
  {
    rule: "a game that demands a recent login gets no older one",
    file: `${inServer}/sessions/is-proven-since.ts`,
    find: "return proven !== undefined;",
    replace: "return true;",
    tests,
  },
  {
    rule: "a request from elsewhere gets no code without a question",
    file: `${inServer}/game-login/answer-silently.ts`,
    find: "if (!isOwn || ",
    replace: "if (",
    tests,
  },
];
