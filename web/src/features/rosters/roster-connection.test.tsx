// @vitest-environment happy-dom
/** Who may name a school of Feide, as the form offers it. */
import { getRosters } from "@storyport/contract/rosters";
import type { RosterConnection } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { useEndpoint } from "#/api/use-endpoint.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
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

/** The part on its page, which fetches the connection. */
function Page() {
  const { data } = useEndpoint(getRosters, { query: { organizationId } });
  return data && <RosterConnectionPart organizationId={organizationId} connection={data.connection} />;
}

async function press(button: HTMLElement): Promise<void> {
  button.focus();
  await act(async () => void fireEvent.click(button));
}

test("a saved or ended connection leaves the focus at the heading, because the form begins again", async () => {
  let connection: RosterConnection | undefined = { source: "ONEROSTER", mode: "APPROVAL" };
  await showLoggedIn(<Page />, ({ method, url }) => {
    if (method === "GET") return answered({ organizationName: "School", runs: [], missing: [], ...(connection && { connection }) });
    connection = url.endsWith("/disconnect") ? undefined : { source: "ONEROSTER", mode: "NIGHTLY" };
    return answered(undefined, 204);
  });
  const heading = await screen.findByRole("heading", { name: m["rosters.connection"]() });
  const save = screen.getByRole("button", { name: m["rosters.save"]() });
  fireEvent.click(screen.getByRole("radio", { name: new RegExp(`^${m["rosters.modeNIGHTLY"]()}`) }));
  await press(save);
  await waitFor(() => expect(save.isConnected).toBe(false));
  expect(document.activeElement).toBe(heading);
  await press(screen.getByRole("button", { name: m["rosters.disconnect"]() }));
  await press(within(screen.getByRole("dialog")).getByRole("button", { name: m["rosters.disconnect"]() }));
  await waitFor(() => expect(screen.queryByRole("button", { name: m["rosters.disconnect"]() })).toBeNull());
  expect(document.activeElement).toBe(heading);
});
