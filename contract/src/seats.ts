/** Seats: devices without camera and keyboard, at which a teacher seats children (RFC 8628, the device authorization grant). */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, nameOf, oauthParameter, plainTextOf, text, unlessEmpty } from "#/fields.ts";
import { lessonBoard } from "#/lessons.ts";
import { limits } from "#/limits.ts";
import { version } from "#/pages.ts";
import { devicePictures } from "#/user-code.ts";

const nameRange = { min: limits.device.nameMin, max: limits.device.nameMax };

/** Unknown parameters are ignored (RFC 6749). So is `scope`: a child's tokens have the scope PLAYER, as after a login by badge. */
export const deviceRequest = z.object({
  client_id: oauthParameter,
  /** A game has no secret, so a call with one is refused (errors.clientInvalid). */
  client_secret: oauthParameter,
  /** Our extension: what the device calls itself, for the teacher's board. */
  device_name: unlessEmpty(plainTextOf({ min: 0, max: nameRange.max })),
  /** Our extension: from the tokens that this device got last time. */
  device_key: oauthParameter,
});

/** RFC 8628, section 3.2, with our extension `pictures`. */
export const deviceAnswer = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string(),
  expires_in: z.number(),
  interval: z.number(),
  pictures: z.array(z.object({ name: z.enum(devicePictures), url: z.string() })),
});
export type DeviceAnswer = z.infer<typeof deviceAnswer>;

export const requestDeviceCode = defineEndpoint({
  name: "requestDeviceCode",
  method: "POST",
  path: "token/device",
  summary: "Request a code for a device without camera and keyboard (RFC 8628)",
  example: { body: { client_id: "1", device_name: "TV in room 12" } },
  access: { by: "game", scope: "public" },
  body: deviceRequest,
  bodyKind: "form",
  response: deviceAnswer,
  refusals: ["errors.clientInvalid", "errors.gameWithoutBadges", "errors.tooManyAttempts"],
});

const bySession = { by: "session", permission: "manage_players", scope: "organization" } as const;
const ofLesson = z.object({ lessonId: id });
const ofClass = z.object({ playerGroupId: id });
const ofDevice = z.object({ playerGroupId: id, deviceId: id });

export const adoptDevice = defineEndpoint({
  name: "adoptDevice",
  method: "POST",
  path: "lessons/{lessonId}/devices",
  summary: "Adopt the device that shows this code: from now on it belongs to the lesson's school and waits on its boards",
  example: { params: { lessonId: exampleId }, body: { userCode: "BCDF-GHJK" } },
  access: bySession,
  params: ofLesson,
  body: z.strictObject({ userCode: text.check(z.maxLength(32)) }),
  response: lessonBoard,
  refusals: [
    "errors.notFound",
    "errors.notAllowed",
    "errors.lessonOver",
    "errors.userCodeInvalid",
    "errors.gameNotAvailable",
    "errors.tooManyAttempts",
  ],
});

export const seatChild = defineEndpoint({
  name: "seatChild",
  method: "POST",
  path: "lessons/{lessonId}/seats",
  summary: "Seat a student of a running lesson at a waiting device; the game there gets the tokens of a badge login",
  example: { params: { lessonId: exampleId }, body: { waitingDeviceId: exampleId, studentUserId: exampleId } },
  access: bySession,
  params: ofLesson,
  body: z.strictObject({ waitingDeviceId: id, studentUserId: id }),
  response: lessonBoard,
  refusals: [
    "errors.notFound",
    "errors.notAllowed",
    "errors.lessonOver",
    "errors.loginTypeNotAllowed",
    "errors.seatTaken",
    "errors.deviceNotWaiting",
    "errors.gameNotAvailable",
    "errors.gameLoginTypeNotAllowed",
    "errors.gamePermissionMissing",
  ],
});

/** The device stays the school's. Its game learns of the refusal (access_denied). */
export const refuseDevice = defineEndpoint({
  name: "refuseDevice",
  method: "DELETE",
  path: "lessons/{lessonId}/waiting-devices/{waitingDeviceId}",
  summary: "Refuse a waiting device: its code ends; answers the board",
  example: { params: { lessonId: exampleId, waitingDeviceId: exampleId } },
  access: bySession,
  params: z.object({ lessonId: id, waitingDeviceId: id }),
  response: lessonBoard,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.lessonOver", "errors.seatTaken", "errors.deviceNotWaiting"],
});

/** A device of a school. */
export const device = z.object({
  id,
  version,
  name: z.string(),
  gameName: z.string(),
  addedAt: z.string(),
  lastSeenAt: z.string(),
  /** The class that used it last. */
  groupName: z.optional(z.string()),
});
export type Device = z.infer<typeof device>;

export const listDevices = defineEndpoint({
  name: "listDevices",
  method: "GET",
  path: "player-groups/{playerGroupId}/devices",
  summary: "List the devices of the school of a class, those that the class used last first",
  example: { params: { playerGroupId: exampleId } },
  access: bySession,
  params: ofClass,
  response: z.object({ groupName: z.string(), devices: z.array(device) }),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const renameDevice = defineEndpoint({
  name: "renameDevice",
  method: "PATCH",
  path: "player-groups/{playerGroupId}/devices/{deviceId}",
  summary: "Rename a device of the school",
  example: { params: { playerGroupId: exampleId, deviceId: exampleId }, body: { version: 1, name: "TV in room 12" } },
  access: bySession,
  params: ofDevice,
  body: z.strictObject({ version, name: nameOf(nameRange) }),
  response: device,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.changedMeanwhile"],
});

export const removeDevice = defineEndpoint({
  name: "removeDevice",
  method: "DELETE",
  path: "player-groups/{playerGroupId}/devices/{deviceId}",
  summary: "Remove a device of the school: no board lists it any more, until a teacher adopts it again",
  example: { params: { playerGroupId: exampleId, deviceId: exampleId } },
  access: bySession,
  params: ofDevice,
  status: 204,
  refusals: ["errors.notFound", "errors.notAllowed"],
});
