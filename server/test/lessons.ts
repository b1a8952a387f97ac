/** A running lesson of a class with badges, and its children's ways into the game. */
import { getLessonBoard, lesson, lessonBoard, ringBell, startLesson } from "@storyport/contract/lessons";
import type { BoardChild, Lesson, LessonBoard } from "@storyport/contract/lessons";
import type { FastifyInstance } from "fastify";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { buildApp } from "#/app.ts";
import type { AppContext } from "#/context.ts";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import type { Answer, Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { aSession, anAccount } from "./builders.ts";
import { handOver, postToken, readTokens, redemptionOf } from "./oauth-client.ts";
import type { Tokens } from "./oauth-client.ts";
import { aClass, badgesOf, codeOn, scan } from "./school-class.ts";
import type { SchoolClass } from "./school-class.ts";

export interface TestLesson extends SchoolClass {
  lesson: Lesson;
  /** The code of each student's badge, by name. */
  badge(name: string): string;
}

export async function aLesson(portal: TestPortal, parts: { minutes?: number; students?: string[] } = {}): Promise<TestLesson> {
  const school = await aClass(portal, parts.students === undefined ? {} : { students: parts.students });
  const badges = new Map((await badgesOf(school)).map((badge) => [badge.displayName, codeOn(badge)]));
  const started = await begin(school, parts.minutes);
  return { ...school, lesson: started, badge: (name) => badges.get(name) ?? "" };
}

export async function begin({ desk, group }: Pick<SchoolClass, "desk" | "group">, minutes = 45): Promise<Lesson> {
  const { status, body } = await desk.call(startLesson, { params: { playerGroupId: group.id }, body: { minutes } });
  expect(status).toBe(200);
  return lesson.parse(body);
}

export function ring(browser: Browser, { id }: Pick<Lesson, "id">): Promise<Answer> {
  return browser.call(ringBell, { params: { lessonId: id }, body: {} });
}

export async function boardOf(browser: Browser, { id }: Pick<Lesson, "id">): Promise<LessonBoard> {
  const { status, body } = await browser.call(getLessonBoard, { params: { lessonId: id } });
  expect(status).toBe(200);
  return lessonBoard.parse(body);
}

/** The states on a board, by name. */
export function statesOn({ children }: Pick<LessonBoard, "children">): Record<string, BoardChild["state"]> {
  return Object.fromEntries(children.map(({ displayName, state }) => [displayName, state]));
}

/** A child scans the badge, hands over, and the game redeems its code. */
export async function playBy(portal: TestPortal, { game }: Pick<SchoolClass, "game">, code: string): Promise<Tokens> {
  const tablet = portal.browser();
  expect((await scan(tablet, code)).status).toBe(200);
  const played = await handOver(tablet, game);
  return readTokens(await postToken(portal, redemptionOf(played)), played.clientId);
}

/** Gives another colleague a level on the class, and returns the colleague's browser. */
export async function aColleague(portal: TestPortal, school: SchoolClass, level: RightsLevel): Promise<Browser> {
  const account = await anAccount(portal, { memberships: [{ organization: school.organization, roles: ["teacher"] }] });
  const right = { account_id: account.id, player_group_id: school.group.id, rights_level: level };
  await portal.context.database.insertInto("account_player_group_rights").values(right).execute();
  return aSession(portal, account, { loginType: "PASSWORD", organizationId: school.organization.id });
}

/**
 * Another portal, as in a process of its own, until the test ends. It has its own application, and by `change` its own connections or log.
 */
export async function anotherPortal(
  portal: TestPortal,
  change: Partial<Pick<AppContext, "database" | "listen" | "log">> = {},
): Promise<{ app: FastifyInstance; port: number }> {
  const app = await buildApp({ ...portal.context, ...change });
  onTestFinished(() => app.close());
  return { app, port: await listenAt(app) };
}

/** Streams need a real connection. Returns the port. */
export async function listenAt(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}
