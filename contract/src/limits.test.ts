import { expect, test } from "vitest";
import { freshness, limits, waits } from "./limits.ts";

test.each([
  ["a login password's length", limits.password, { loginMin: 8, max: 128 }],
  ["a new password's length", limits.password, { newMin: 12, max: 128, passphraseFrom: 20, repeatedCharacters: 3 }],
  ["a display name's length", limits.displayName, { min: 3, max: 64 }],
  ["a device name's length", limits.deviceName, { min: 1, max: 256 }],
  ["a reset token's length", limits.resetToken, { min: 8, max: 128 }],
  ["the wait before the game's callback", waits, { beforeGameCallback: 15 }],
  ["the wait after a success: 3 seconds", waits, { afterSuccess: 3000 }],
  ["the watch over the login state", waits, { loginStateWatch: 300 }],
  ["the check of an e-mail address: a pause of 500 ms (DESIGN A24)", waits, { emailCheckDebounce: 500 }],
  ["how long answers are fresh", freshness, { lists: 1000, account: 1000, ownManifest: 1000, publicManifest: 1_800_000 }],
])("the specification's number: %s", (_, ours, ofTheSpecification) => expect(ours).toMatchObject(ofTheSpecification));
