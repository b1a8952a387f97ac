// @vitest-environment happy-dom
/** Which organizations the profile shows as the user's own. */
import { ownManifest } from "@storyport/contract/games";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn, usualUser } from "#/shell/logged-in-page.fixture.tsx";
import { someUserDetails } from "./user-details.fixture.ts";
import { WhoIAm } from "./who-i-am.tsx";

const id = (last: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a10${last}`;
const fjordskolen = { id: id(0), key: "Fjordskolen", description: "", games: [] };
const lyceeHugo = { id: id(1), key: "LyceeHugo", description: "Lycée Hugo", games: [] };
const leesplein = { id: id(2), key: "Leesplein", description: "", games: [] };

interface Parts {
  isAdmin: boolean;
  /** The keys of the user's organizations. */
  own: readonly string[];
}

/** Shows the part while the manifest has three schools. An administrator's account belongs to `own`. */
async function show({ isAdmin, own }: Parts): Promise<void> {
  const user = { ...usualUser, permissions: [...usualUser.permissions, ...(isAdmin ? (["admin"] as const) : [])] };
  const organizations = own.map((key, index) => ({
    id: id(index),
    organization_key: key,
    isPrimary: index === 0,
    joinedAt: "2026-11-22T08:00:00.000Z",
    mayRemove: true,
  }));
  const answers: Record<string, unknown> = {
    [ownManifest.path]: [fjordskolen, lyceeHugo, leesplein],
    [`users/${user.accountId}`]: someUserDetails({ organizations }),
  };
  await showLoggedIn(<WhoIAm user={user} />, ({ url }) => answered(answers[url.replace("/api/auth/", "")]), { user });
}
const shownOrganizations = () => screen.getByText("Organizations").nextElementSibling?.textContent;

test.each([
  ["two of the three schools", ["Fjordskolen", "Leesplein"], "Fjordskolen and Leesplein"],
  ["one school", ["Leesplein"], "Leesplein"],
  ["no school", [], "None"],
])("an administrator who belongs to %s reads exactly these", async (_, own, shown) => {
  await show({ isAdmin: true, own });
  await expect.poll(shownOrganizations).toBe(shown);
});

test("everybody else reads the organizations of the manifest, by description or key", async () => {
  await show({ isAdmin: false, own: [] });
  await expect.poll(shownOrganizations).toBe("Fjordskolen, Lycée Hugo, and Leesplein");
});
