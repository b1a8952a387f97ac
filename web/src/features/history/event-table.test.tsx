// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { anEvent } from "./event.fixture.ts";
import { EventTable } from "./event-table.tsx";

const actorId = "2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c61";
const event = anEvent({ actorId });

async function actorFor(permission: string): Promise<string | null> {
  await showLoggedIn(<EventTable events={[event]} named={[]} isBusy={false} />, undefined, { user: { permissions: [permission] } });
  return within(screen.getByRole("row", { name: /Logged out/ })).getAllByRole("cell")[1]?.textContent ?? null;
}

test("a manager reads that an actor without a name is gone or out of sight, because the server does not say which", async () => {
  expect(await actorFor("manage_members")).toBe(`${actorId} (gone, or you cannot see it)`);
});

test("an administrator, who sees everybody, reads that the actor is gone", async () => {
  expect(await actorFor("admin")).toBe("Deleted or unknown");
});
