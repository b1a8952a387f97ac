// @vitest-environment happy-dom
import type { UserDetails } from "@storyport/contract/user-details";
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { someUserDetails } from "#/features/accounts/user-details.fixture.ts";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { UserOverview } from "./user-overview.tsx";

/** Its key is the word for another fact of an account. */
const players: UserDetails["organizations"][number] = {
  id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
  organization_key: "Players",
  isPrimary: false,
  joinedAt: "2026-11-22T08:00:00.000Z",
  mayRemove: true,
};

function Overview() {
  const [organizations, setOrganizations] = useState([players]);
  return <UserOverview user={someUserDetails({ organizations })} onRemove={() => setOrganizations([])} />;
}

test("an ended membership leaves the list, also in an organization that is called like another fact", async () => {
  await showLoggedIn(<Overview />);
  expect(screen.getAllByText("Players", { selector: "dt" })).toHaveLength(2);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: /Players$/ })));
  expect(screen.getAllByText("Players", { selector: "dt" })).toHaveLength(1);
});
