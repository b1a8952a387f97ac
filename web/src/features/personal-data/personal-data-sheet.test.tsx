// @vitest-environment happy-dom
import { personalDataSchema, personalSections } from "@storyport/contract/personal-data";
import type { PersonalData, PersonalEvent } from "@storyport/contract/personal-data";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { PersonalDataSheet } from "./personal-data-sheet.tsx";

const sentence = "These are the 10 newest entries. The download (JSON) has all of them.";

function aPerson(events: number): PersonalData {
  const event: PersonalEvent = {
    at: "2026-11-22T08:00:00.000Z",
    event: "login_succeeded",
    by: "SELF",
    isAboutSelf: true,
    organization: "Fjordskolen",
    reason: null,
    loginType: "QRCODE",
    gameId: null,
    network: "192.0.2.0",
  };
  return {
    schema: personalDataSchema,
    exportedAt: event.at,
    timeZone: "UTC",
    account: { name: "Nora", status: "ACTIVE" },
    sections: Object.fromEntries(personalSections.map((name) => [name, []])) as unknown as PersonalData["sections"],
    keptNotShown: [],
    history: { events: Array.from({ length: events }, () => event), next: null },
  };
}

async function rowsOf(events: number): Promise<number> {
  await showLoggedIn(<PersonalDataSheet data={aPerson(events)} />);
  const history = within(screen.getByRole("table", { name: "History" }));
  return history.getAllByRole("row").length - 1;
}

test("of a long history the page shows ten events, and says that the file has all", async () => {
  expect(await rowsOf(11)).toBe(10);
  expect(screen.getByText(sentence)).toBeTruthy();
});

test("a history of ten events is shown whole", async () => {
  expect(await rowsOf(10)).toBe(10);
  expect(screen.queryByText(sentence)).toBeNull();
});

test("a code of the account is shown in words", async () => {
  await showLoggedIn(<PersonalDataSheet data={aPerson(1)} />);
  expect(screen.getByText("Active")).toBeTruthy();
  expect(screen.queryByText("ACTIVE")).toBeNull();
});
