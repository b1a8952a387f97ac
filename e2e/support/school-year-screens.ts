/** Moving students to another class or school, in their states. Nobody moves, so that the demo's class stays as it is. */
import type { ClassMoveResult } from "@storyport/contract/class-moves";
import type { OfferedTransfer, Transfer } from "@storyport/contract/transfers";
import type { Page } from "@playwright/test";
import { actAs } from "./actors.ts";
import { ask } from "./admin-area.ts";
import { expect } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { people } from "./world.ts";

const at = "2026-11-22T08:15:00.000Z";
const id = (number: number): string => `${String(number).repeat(8)}-93a2-4d0e-8a3c-3d1c9ce5a100`;

/** Opens a page of the demo's class 2A. */
async function openOfClass(page: Page, path: string): Promise<void> {
  await actAs(page, people.teacher);
  const { results } = await ask<{ results: { player_group_id: string }[] }>(page, "player-groups/search?query=2A");
  await page.goto(`/player-groups/${results[0]?.player_group_id ?? ""}/${path}`);
}

async function openMove(page: Page): Promise<void> {
  await openOfClass(page, "move");
  await expect(page.getByRole("checkbox").first()).toBeVisible();
}

async function askToMove(page: Page): Promise<void> {
  await openMove(page);
  await page.locator("form button[type=submit]").click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

const badge = { displayName: "Maximilian-Alexander", groupName: "3A", expiresAt: at, qrCodeUrl: "http://localhost/login/qr?code=x" };
const moved: ClassMoveResult = {
  playerGroupId: id(1),
  groupName: "3A",
  students: 2,
  badges: [
    { ...badge, userId: id(2) },
    { ...badge, userId: id(3), displayName: "Nora" },
  ],
};

const name = "Maximilian-Alexander";
const transfers: Transfer[] = [
  { id: id(1), studentName: name, state: "open", openedAt: at, expiresAt: at },
  { id: id(2), studentName: "Nora", state: "accepted", openedAt: at, expiresAt: at, endedAt: at, toSchool: "LyceeHugo" },
  { id: id(3), studentName: "Emil", state: "declined", openedAt: at, expiresAt: at, endedAt: at, toSchool: "EscolaSol" },
  { id: id(4), studentName: "Li", state: "withdrawn", openedAt: at, expiresAt: at, endedAt: at },
  { id: id(5), studentName: "Åse", state: "expired", openedAt: at, expiresAt: at },
];

async function openTransfers(page: Page): Promise<void> {
  const student = { userId: id(9), displayName: name, playerId: id(8), mayUseBadge: true };
  const list = { id: id(7), groupName: "2A", rightsType: "OWNER", students: [student] };
  await page.route("**/api/auth/player-groups/*/transfers", (route) => {
    const opened = { id: id(1), link: `http://localhost/transfers/${"x".repeat(43)}`, expiresAt: at };
    const isOpening = route.request().method() === "POST";
    return route.fulfill(isOpening ? { status: 201, json: opened } : { json: { id: id(7), groupName: "2A", transfers } });
  });
  await page.route("**/api/auth/player-groups/*/badges", (route) => route.fulfill({ json: list }));
  await openOfClass(page, `transfers?student=${id(9)}`);
  await expect(page.getByRole("heading", { level: 2, name: new RegExp(name) })).toBeVisible();
}

async function openOffer(page: Page): Promise<void> {
  const organization = { id: id(6), organization_key: "EscolaSol" };
  const other = { id: id(5), organization_key: "LyceeHugo" };
  const offer: OfferedTransfer = {
    studentName: name,
    fromSchool: "Fjordskolen",
    expiresAt: at,
    asksForSchool: false,
    classes: [
      { playerGroupId: id(1), groupName: "3B", organization },
      { playerGroupId: id(2), groupName: "CE2", organization: other },
    ],
    schools: [organization, other],
  };
  await page.route("**/api/auth/transfers/check", (route) => route.fulfill({ json: offer }));
  await actAs(page, people.camille);
  await page.goto(`/transfers/${"x".repeat(43)}`);
  await expect(page.getByRole("main").getByRole("combobox")).toBeVisible();
}

/** As an administrator, who chooses the school first. The demo's schools are the choice. */
async function openOfferOfAll(page: Page): Promise<void> {
  const offer = { studentName: name, fromSchool: "Fjordskolen", expiresAt: at };
  await page.route("**/api/auth/transfers/check", (route) => {
    const { organizationId } = route.request().postDataJSON() as { organizationId?: string };
    const organization = { id: organizationId ?? "", organization_key: "EscolaSol" };
    const classes = [{ playerGroupId: id(1), groupName: "3B", organization }];
    const asked: OfferedTransfer = {
      ...offer,
      asksForSchool: organizationId === undefined,
      classes: organizationId === undefined ? [] : classes,
      schools: organizationId === undefined ? [] : [organization],
    };
    return route.fulfill({ json: asked });
  });
  await actAs(page, people.admin);
  await page.goto(`/transfers/${"x".repeat(43)}`);
  await expect(page.getByRole("main").getByRole("combobox")).toBeVisible();
}

export const schoolYearScreens: readonly Screen[] = [
  { name: "class move", open: openMove },
  {
    name: "class move without students",
    open: async (page) => {
      await openMove(page);
      for (const box of await page.locator("input[name=students]").all()) await box.uncheck();
      await page.locator("form button[type=submit]").click();
      await expect(page.locator("fieldset, [role=group]").first()).toBeVisible();
    },
  },
  { name: "class move: question", open: askToMove },
  {
    name: "class move: done",
    open: async (page) => {
      await askToMove(page);
      await page.route("**/api/auth/player-groups/*/move", (route) => route.fulfill({ status: 201, json: moved }));
      await page.getByRole("dialog").getByRole("button").first().click();
      await expect(page.getByRole("heading", { name: "Badges", exact: true })).toBeVisible();
    },
  },
  { name: "transfers of a class", open: openTransfers },
  {
    name: "transfer: its link",
    open: async (page) => {
      await openTransfers(page);
      await page.locator("form button[type=submit]").click();
      await expect(page.locator("input[readonly]")).toBeVisible();
    },
  },
  {
    name: "transfer: withdraw",
    open: async (page) => {
      await openTransfers(page);
      await page.getByRole("table").getByRole("button").first().click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  { name: "transfer: offered to a school", open: openOffer },
  { name: "transfer: offered to any school", open: openOfferOfAll },
  {
    name: "transfer: a class of the chosen school",
    open: async (page) => {
      await openOfferOfAll(page);
      await page.getByRole("main").getByRole("combobox").selectOption({ index: 1 });
      await expect(page.locator("form button[type=submit]")).toBeVisible();
    },
  },
  {
    name: "transfer: decline",
    open: async (page) => {
      await openOffer(page);
      // Among several schools the chosen class says which school declines.
      await page.getByRole("main").getByRole("combobox").selectOption({ index: 1 });
      await page.locator("form button[type=button]").click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  },
  {
    name: "transfer: accepted",
    open: async (page) => {
      await openOffer(page);
      const json = { playerGroupId: id(1), groupName: "3B", studentName: name };
      await page.route("**/api/auth/transfers/accept", (route) => route.fulfill({ json }));
      await page.getByRole("main").getByRole("combobox").selectOption({ index: 1 });
      await page.locator("form button[type=submit]").click();
      await expect(page.getByRole("status").filter({ hasText: "3B" })).toBeVisible();
    },
  },
  {
    name: "transfer: a link that is none",
    open: async (page) => {
      await actAs(page, people.camille);
      await page.goto(`/transfers/${"y".repeat(43)}`);
      await expect(page.getByRole("alert")).toBeVisible();
    },
  },
];
