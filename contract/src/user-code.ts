/**
 * The short code and the two pictures that a waiting device shows (RFC 8628, section 6.1). The pictures follow from the first two letters, so
 * that device, board and game agree without asking each other.
 */

/** Consonants only, so that no real word can appear. */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;

export const userCodeAlphabet = { letters, length } as const;

/** One for each letter, in the order of the letters. The portal serves them (`pictureAddress`). */
export const devicePictures = [
  "anchor",
  "boat",
  "lighthouse",
  "fish",
  "whale",
  "crab",
  "starfish",
  "octopus",
  "jellyfish",
  "turtle",
  "shell",
  "duck",
  "palm",
  "sun",
  "moon",
  "cloud",
  "umbrella",
  "bucket",
  "key",
  "bell",
] as const;
export type DevicePicture = (typeof devicePictures)[number];

/** Reads a typed code; ignores case, spaces and dashes. Returns undefined if it cannot be a code. */
export function readUserCode(typed: string): string | undefined {
  const plain = typed
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}._]/gu, "");
  const isCode = plain.length === length && [...plain].every((letter) => letters.includes(letter));
  return isCode ? `${plain.slice(0, 4)}-${plain.slice(4)}` : undefined;
}

/** The two pictures of a code, such as "BCDF-GHJK". */
export function picturesOf(userCode: string): readonly [DevicePicture, DevicePicture] {
  return [pictureOf(userCode.charAt(0)), pictureOf(userCode.charAt(1))];
}

function pictureOf(letter: string): DevicePicture {
  // Every letter of a code has its picture. The default is only for the compiler.
  return devicePictures[letters.indexOf(letter)] ?? "anchor";
}

/** The folder of the pictures on the portal. */
export const picturesAt = "/device-pictures/";

export function pictureAddress(picture: DevicePicture): string {
  return `${picturesAt}${picture}.svg`;
}
