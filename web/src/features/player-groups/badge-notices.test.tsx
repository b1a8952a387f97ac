// @vitest-environment happy-dom
/** The page says that badges and codes have ended, and names the students that a print leaves out. */
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answered } from "#/shell/logged-in-page.fixture.tsx";
import { badge, emil, findPlain, nora, press, showStudents } from "./students-tab.fixture.tsx";

const shown = {
  qrCodeUrl: "https://portal.example/qr/nora",
  displayName: "Nora",
  groupName: "2A",
  userId: nora,
  expiresAt: badge.expiresAt,
};

test("a void badge is reported with the student's name and the focus, and a new badge is one press away", async () => {
  const sent = await showStudents({ level: "MODIFY" });
  await press("Void badge Nora");
  await press("Void");
  const notice = await findPlain("Nora’s badge no longer works.");
  await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
  await press("New badge");
  // The page still has the void badge, so the press asks as the menu does.
  await press("Make new");
  expect(sent.map(({ method, body }) => [method, JSON.parse(body ?? "") as unknown])).toEqual([
    ["DELETE", { studentUserIds: [nora] }],
    ["POST", { studentUserIds: [nora] }],
  ]);
  expect(screen.queryByText(/badge no longer works/)).toBeNull();
});

test("the void badges of the whole class are reported too", async () => {
  await showStudents({ level: "MODIFY" });
  await press("Void all badges");
  await press("Void");
  const notice = await screen.findByText("The badges of the class no longer work.");
  await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
});

test("a void code is reported with the student's name and the focus", async () => {
  await showStudents({ level: "PLAY" });
  await press("Void code Nora");
  const notice = await findPlain("Nora’s code no longer works.");
  await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
});

test("the offer to print all badges names the students without a badge, and makes theirs", async () => {
  const sent = await showStudents({ level: "MODIFY", open: "print" });
  expect(await findPlain("Without a badge: Emil")).toBeTruthy();
  await press("Make the missing badges");
  expect(sent.map(({ url, body }) => [url.split("/").at(-1), JSON.parse(body ?? "") as unknown])).toEqual([
    ["badges", { studentUserIds: [emil] }],
  ]);
});

test("printed badges of the whole class name the students without a badge; those of one student do not", async () => {
  await showStudents({ level: "MODIFY", answer: ({ url }) => (url.endsWith("/reprint") ? answered([shown]) : undefined) });
  await press("Print again Nora");
  expect(await screen.findByRole("heading", { name: "Badges" })).toBeTruthy();
  expect(screen.queryByText(/^Without a badge/)).toBeNull();
  await press("Print all badges again");
  expect(await findPlain("Without a badge: Emil")).toBeTruthy();
});
