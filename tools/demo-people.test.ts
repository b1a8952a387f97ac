import path from "node:path";
import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { projectFolder } from "./project-folder.ts";

interface Known {
  readonly provider: string;
  readonly subject: string;
  readonly linkedTo?: string;
}

interface Seeded {
  readonly email?: string;
  readonly identities?: readonly { readonly provider: string; readonly subject: string }[];
}

// The workspaces do not import each other, so this test compares them.
const load = (file: string): Promise<unknown> => import(pathToFileURL(path.join(projectFolder, file)).href);

test("the seed connects accounts to exactly the people of the identity provider", async () => {
  // These are the shapes of both files; other shapes fail the comparison below.
  const { demoPeople } = (await load("stand-ins/identity-provider/demo-people.ts")) as { demoPeople: readonly Known[] };
  const { demoAccounts } = (await load("server/seed/demo-people.ts")) as { demoAccounts: readonly Seeded[] };
  const seeded = demoAccounts.flatMap(({ email = "", identities = [] }) =>
    identities.map(({ provider, subject }) => `${provider.toLowerCase()} ${subject} ${email}`),
  );
  const known = demoPeople.flatMap(({ provider, subject, linkedTo }) =>
    linkedTo === undefined ? [] : [`${provider} ${subject} ${linkedTo}`],
  );
  expect(seeded.length).toBeGreaterThan(0);
  expect(known.toSorted()).toEqual(seeded.toSorted());
});

test("no two people of a provider share a subject", async () => {
  const { demoPeople } = (await load("stand-ins/identity-provider/demo-people.ts")) as { demoPeople: readonly Known[] };
  expect(new Set(demoPeople.map(({ provider, subject }) => `${provider} ${subject}`)).size).toBe(demoPeople.length);
});
