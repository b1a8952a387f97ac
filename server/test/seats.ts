/** Devices without camera and keyboard: what their game sends, and what a teacher does with them. */
import type { WaitingDevice } from "@storyport/contract/lessons";
import { adoptDevice, deviceAnswer, requestDeviceCode, seatChild } from "@storyport/contract/seats";
import type { DeviceAnswer } from "@storyport/contract/seats";
import { endpointUrl } from "@storyport/contract/endpoint";
import { deviceGrantType, tokenAnswer } from "@storyport/contract/tokens";
import { expect } from "vitest";
import type { Answer, Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";
import { boardOf } from "./lessons.ts";
import type { TestLesson } from "./lessons.ts";
import { postForm, postToken, readTokens } from "./oauth-client.ts";
import type { Tokens } from "./oauth-client.ts";

type App = Pick<TestPortal, "app">;

export function askForCode(portal: App, form: Record<string, string | undefined>): Promise<Answer> {
  return postForm(portal, endpointUrl(requestDeviceCode), { form });
}

/** A device of a game that has just asked for a code. */
export async function aDevice(portal: App, game: { id: number }, parts: Record<string, string> = {}): Promise<DeviceAnswer> {
  const answer = await askForCode(portal, { client_id: String(game.id), ...parts });
  expect(answer.status, answer.text).toBe(200);
  return deviceAnswer.parse(answer.body);
}

export function poll(portal: App, game: { id: number }, { device_code }: Pick<DeviceAnswer, "device_code">): Promise<Answer> {
  return postToken(portal, { grant_type: deviceGrantType, client_id: String(game.id), device_code });
}

export interface SeatTokens extends Tokens {
  deviceKey: string | undefined;
}

export async function fetchTokens(portal: App, game: { id: number }, device: Pick<DeviceAnswer, "device_code">): Promise<SeatTokens> {
  const answer = await poll(portal, game, device);
  return { ...readTokens(answer, String(game.id)), deviceKey: tokenAnswer.parse(answer.body).device_key };
}

type Led = Pick<TestLesson, "lesson" | "desk">;

export function adopt(
  { lesson, desk }: Led,
  { user_code: userCode }: Pick<DeviceAnswer, "user_code">,
  browser: Browser = desk,
): Promise<Answer> {
  return browser.call(adoptDevice, { params: { lessonId: lesson.id }, body: { userCode } });
}

export function seat({ lesson, desk }: Led, body: { waitingDeviceId: string; studentUserId: string | undefined }): Promise<Answer> {
  return desk.call(seatChild, { params: { lessonId: lesson.id }, body });
}

export async function devicesOn({ lesson, desk }: Led): Promise<WaitingDevice[]> {
  return (await boardOf(desk, lesson)).devices;
}

/** A device that the teacher of a lesson has just adopted, as the board shows it. */
export async function anAdoptedDevice(
  portal: App,
  school: Led & Pick<TestLesson, "game">,
  parts: Record<string, string> = {},
): Promise<DeviceAnswer & { waitingId: string }> {
  const device = await aDevice(portal, school.game, parts);
  const answer = await adopt(school, device);
  expect(answer.status, answer.text).toBe(200);
  const shown = (await devicesOn(school)).find(({ userCode }) => userCode === device.user_code);
  return { ...device, waitingId: shown?.id ?? "" };
}

/** A device that has had a child, and so knows its key. */
export async function aKnownDevice(
  portal: App,
  school: TestLesson,
  parts: Record<string, string> = {},
): Promise<{ deviceKey: string; tokens: SeatTokens }> {
  const device = await anAdoptedDevice(portal, school, parts);
  const seated = await seat(school, { waitingDeviceId: device.waitingId, studentUserId: school.students[0]?.id });
  expect(seated.status, seated.text).toBe(200);
  const tokens = await fetchTokens(portal, school.game, device);
  return { deviceKey: tokens.deviceKey ?? "", tokens };
}
