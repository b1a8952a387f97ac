// @vitest-environment happy-dom
import type { Erasure } from "@storyport/contract/erasures";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { ReceiptScreen } from "./receipt-screen.tsx";

const receipt: Omit<Erasure, "timeZone"> = {
  number: "7Q2M9XKD",
  erasedAt: "2026-11-21T23:30:00.000Z",
  askedBy: "SCHOOL",
  erasedBy: "Kari Nordmann",
  organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen", description: "Fjordskolen" },
  erased: { players: 1, sharedPlayers: 0, badges: 0, oneTimeCodes: 0, sessions: 0, gameLogins: 0, other: 0 },
  keptUntil: "2036-11-21T23:30:00.000Z",
};

test.each([
  ["Asia/Tokyo", 22],
  ["America/Sao_Paulo", 21],
])("both days of a receipt are those of the portal's time zone, %s", async (timeZone, day) => {
  await showLoggedIn(<ReceiptScreen number={receipt.number} isNew={false} />, () => answered({ ...receipt, timeZone }));
  expect((await screen.findByText(/2036/)).textContent).toMatch(new RegExp(`\\b${day}\\b`));
  expect(screen.getByText(/2026/).textContent).toMatch(new RegExp(`\\b${day}\\b`));
});
