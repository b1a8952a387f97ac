/** Rules of single calls, broken one at a time. */
import type { Mutant } from "./mutant.ts";

export const calls: readonly Mutant[] = [
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
];
