// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keepValues } from "#/features/edits/kept-values.ts";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { RenameQuestion } from "./rename-question.tsx";

const device = {
  id: "d1",
  version: 1,
  name: "Tablet",
  gameName: "Boats",
  addedAt: "2026-11-22T08:00:00Z",
  lastSeenAt: "2026-11-22T08:00:00Z",
};
/** The user of logged-in-page.fixture.tsx. */
const accountId = "6f9b1f7e-2f0a-4c61-9d3e-0d8a5a1f0a01";
const open = () => showLoggedIn(<RenameQuestion playerGroupId="g1" device={device} onClose={() => undefined} />);
const notice = /you had typed before/;

beforeEach(() => sessionStorage.clear());

test("a name that was typed before the session ended is back, and the dialog says so", async () => {
  keepValues({ form: `rename-device:${device.id}`, accountId }, { name: "Window seat" });
  await open();
  expect(screen.getByRole("textbox")).toHaveProperty("value", "Window seat");
  expect(screen.queryByText(notice)).not.toBeNull();
});

test("a dialog that opens without a draft says nothing of one", async () => {
  await open();
  expect(screen.getByRole("textbox")).toHaveProperty("value", "Tablet");
  expect(screen.queryByText(notice)).toBeNull();
});
