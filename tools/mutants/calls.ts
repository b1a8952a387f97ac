/** Rules of single calls, broken one at a time. */
import type { Mutant } from "./mutant.ts";

export const callMutants: readonly Mutant[] = [
  {
    rule: "the number of no game is an unknown client",
    file: "server/src/features/tokens/require-known-client.ts",
    find: "!(await isNumberOfGame(database, clientId))",
    replace: "clientId === undefined",
    tests: ["server/src/features/tokens/token-endpoint.test.ts"],
  },
  {
    rule: "an account that loses Feide loses its services at Feide",
    file: "server/src/features/users/change-login-types.ts",
    find: 'if (removed.includes("FEIDE")) await updateFeideServices(transaction, user.id, []);',
    replace: "",
    tests: ["server/src/features/users/taken-provider.test.ts"],
  },
  {
    rule: "leaving a user group refuses an edit of the account from before",
    file: "server/src/features/user-groups/change-member.ts",
    find: "await countChange(transaction, userId);",
    replace: "",
    tests: ["server/src/features/users/outdated-edit.test.ts"],
  },
  {
    rule: "joining a user group refuses an edit of the account from before",
    file: "server/src/features/user-groups/add-member.ts",
    find: "await countChange(transaction, account.id);",
    replace: "",
    tests: ["server/src/features/users/outdated-edit.test.ts"],
  },
  {
    rule: "connecting a provider refuses an edit of the account from before",
    file: "server/src/features/federated-login/connect-identity.ts",
    find: "await countChange(transaction, accountId);",
    replace: "",
    tests: ["server/src/features/users/outdated-edit.test.ts"],
  },
  {
    rule: "disconnecting a provider refuses an edit of the account from before",
    file: "server/src/features/federated-login/disconnect-identity.ts",
    find: "await countChange(transaction, accountId);",
    replace: "",
    tests: ["server/src/features/users/outdated-edit.test.ts"],
  },
  {
    rule: "disconnecting one of two identities leaves the sessions of the other",
    file: "server/src/features/federated-login/disconnect-identity.ts",
    find: "identityId: isLastOfProvider ? undefined : identityId",
    replace: "identityId: undefined",
    tests: ["server/src/features/federated-login/two-identities.test.ts"],
  },
  {
    rule: "a second factor keeps the identity that began the login",
    file: "server/src/features/sessions/complete-session.ts",
    find: "identityId: half.identity_id ?? undefined",
    replace: "identityId: undefined",
    tests: ["server/src/features/federated-login/two-identities.test.ts"],
  },
  {
    rule: "HEAD of a GET with an effect does nothing",
    file: "contract/src/endpoint.ts",
    find: 'head !== "refused" && ',
    replace: "",
    tests: ["server/test/authorization/head.test.ts"],
  },
  {
    rule: "begin goes with the first statement",
    file: "server/src/platform/database/client-of-few-packets.ts",
    find: 'if (parameters[0] === "begin") {',
    replace: 'if (parameters[0] === "never") {',
    tests: ["server/src/platform/database/pool.test.ts"],
  },
  {
    rule: "of two statements sent together the error of the first counts",
    file: "server/src/platform/database/send-together.ts",
    find: '    if (firstResult.status === "rejected") throw firstResult.reason;\n',
    replace: "",
    tests: ["server/src/platform/database/repeating-database.test.ts", "server/src/platform/database/pool.test.ts"],
  },
];
