import { limits } from "@storyport/contract/limits";
import type { DeviceAnswer } from "@storyport/contract/seats";
import { pictureAddress, picturesOf } from "@storyport/contract/user-code";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import type { Caller } from "#/platform/http/caller.ts";
import { Refusal } from "#/platform/refusal.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import { takeAttempts, throttleKey } from "#/platform/throttle.ts";
import type { ThrottlePolicy } from "#/platform/throttle.ts";
import { findGameOfClient, findKnownDevice, insertDeviceCode, noteSeen } from "./queries.ts";
import type { NewDeviceCode } from "./queries.ts";
import { newUserCode } from "./user-code.ts";

export interface DeviceRequest {
  clientId: string;
  deviceName: string | undefined;
  deviceKey: string | undefined;
}

/** A code lives for one window, so this also limits the codes that wait. All devices of a large school share an address. */
const capOf = (most: number): ThrottlePolicy => ({
  free: most - 1,
  firstWaitSeconds: limits.device.codeSeconds,
  longestWaitSeconds: limits.device.codeSeconds,
  stopAt: most,
  windowSeconds: limits.device.codeSeconds,
});
const ofGameAtAddress = capOf(300);
/** More than a single game may use, so that one game's devices do not lock out another's. */
const ofAddress = capOf(600);

/** With 20^8 codes and 380 pairs of pictures a free one is found soon. */
const mostTries = 60;
/** After so many tries the pictures may repeat: the school has too many waiting devices. */
const triesForPictures = 40;

/**
 * Gives a device a code to poll with, and a short code with two pictures to show (RFC 8628, section 3.1). A device that proves itself by
 * its key waits on the boards of its school at once. Any other value of the key counts as none. Refuses an unknown or retired game with
 * errors.clientInvalid, a game without badges with errors.gameWithoutBadges, and too many codes with errors.tooManyAttempts.
 */
export async function requestDeviceCode(
  { database, settings }: AppContext,
  caller: Caller,
  { clientId, deviceName, deviceKey }: DeviceRequest,
): Promise<DeviceAnswer> {
  const game = await findGameOfClient(database, clientId);
  if (game === undefined) throw new Refusal("errors.clientInvalid");
  if (!game.login_types.includes("QRCODE")) throw new Refusal("errors.gameWithoutBadges");
  const { addressBucket } = caller;
  await takeAttempts(database, [
    { key: throttleKey("device-code-address", addressBucket), policy: ofAddress },
    { key: throttleKey("device-code-client-address", `${clientId} ${addressBucket}`), policy: ofGameAtAddress },
  ]);
  const deviceCode = newSecret();
  const userCode = await database.transaction().execute(async (transaction) => {
    const key = deviceKey === undefined ? undefined : { digest: digestOf(deviceKey), gameId: game.id };
    const device = key === undefined ? undefined : await findKnownDevice(transaction, key);
    if (device !== undefined) await noteSeen(transaction, device.id);
    return insertFreeCode(transaction, { digest: digestOf(deviceCode), gameId: game.id, deviceName, device });
  });
  return describeCode(settings.publicUrl, { deviceCode, userCode });
}

async function insertFreeCode(transaction: Transaction<Tables>, code: Omit<NewDeviceCode, "userCode">): Promise<string> {
  for (let tries = 0; tries < mostTries; tries++) {
    const userCode = newUserCode();
    if (await insertDeviceCode(transaction, { ...code, userCode }, { picturesMayRepeat: tries >= triesForPictures })) return userCode;
  }
  throw new Error("No free user code was found.");
}

function describeCode(publicUrl: string, { deviceCode, userCode }: { deviceCode: string; userCode: string }): DeviceAnswer {
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${publicUrl}/seat`,
    verification_uri_complete: `${publicUrl}/seat?user_code=${userCode}`,
    expires_in: limits.device.codeSeconds,
    interval: limits.device.intervalSeconds,
    pictures: picturesOf(userCode).map((name) => ({ name, url: publicUrl + pictureAddress(name) })),
  };
}
