/** Rules of students who change schools, and of the letter about a disconnected account. */
import type { Mutant } from "./mutant.ts";

const inServer = "server/src/features";

export const transferMutants: readonly Mutant[] = [
  {
    rule: "the sending school cannot decline",
    file: `${inServer}/transfers/check-transfer.ts`,
    find: "declining(reach, wanted).filter((organizationId) => organizationId !== offer.organization_id)",
    replace: "declining(reach, wanted)",
    tests: [`${inServer}/transfers/transfers.test.ts`],
  },
  {
    rule: "a letter quotes no text of a provider but an address",
    file: `${inServer}/federated-login/letters.ts`,
    find: "label !== null && isEmail(label)",
    replace: "label !== null",
    tests: [`${inServer}/federated-login/two-identities.test.ts`],
  },
];
