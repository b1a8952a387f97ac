// @vitest-environment happy-dom
/** Who may name a school of Feide, as the form offers it. */
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { RosterConnectionPart } from "./roster-connection.tsx";

const organizationId = "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100";
const chooseFeide = () => fireEvent.click(screen.getByRole("radio", { name: /Feide/ }));

test("an administrator of a school learns that the portal's administrators connect Feide's groups, and sees no number field", async () => {
  await showLoggedIn(<RosterConnectionPart organizationId={organizationId} connection={undefined} />);
  expect(screen.getByRole("button", { name: "Connect" })).toBeTruthy();
  chooseFeide();
  expect(screen.getByText(/Only an administrator of the portal can connect a school/)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Connect" })).toBeNull();
});

test("an administrator of a connected school reads the number, cannot change it, and may save the connection", async () => {
  const connection = { source: "FEIDE", mode: "NIGHTLY", schoolNumber: "974568209" } as const;
  await showLoggedIn(<RosterConnectionPart organizationId={organizationId} connection={connection} />);
  const [change] = screen.getAllByText("Change the connection");
  if (change !== undefined) fireEvent.click(change);
  expect(screen.getByText("Organization number of the school: 974568209")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByRole("button", { name: "Save the connection" })).toBeTruthy();
});

test("a connected school reads which teachers could not be read, and nothing if all could", async () => {
  const connection = { source: "FEIDE", mode: "NIGHTLY", schoolNumber: "974568209" } as const;
  const part = (names: readonly string[]) => {
    const unreadTeachers = names.map((name) => ({ name, since: "2026-11-23T10:00:00.000Z" }));
    return <RosterConnectionPart organizationId={organizationId} connection={{ ...connection, unreadTeachers }} />;
  };
  const { page } = await showLoggedIn(part(["Kari Nordmann", "Per Medlem"]));
  expect(screen.getByText(/could not be read at their last login/)).toBeTruthy();
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Kari Nordmann"),
    expect.stringContaining("Per Medlem"),
  ]);
  page.unmount();
  await showLoggedIn(part([]));
  expect(screen.queryByText(/could not be read at their last login/)).toBeNull();
});
