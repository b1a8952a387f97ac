import { decodeQR } from "qr/decode.js";

/** The next picture comes soon, so a picture that is hard to read may take this long at most. */
const longestMilliseconds = 80;

/** Returns the text of a QR code in a picture. The code may lie in any direction (docs/decisions/0052-badges-seen-and-heard.md). */
export function readQrCode(picture: Pick<ImageData, "width" | "height" | "data">, timeLimit = longestMilliseconds): string | undefined {
  try {
    // Only the time limits how hard the library tries.
    return decodeQR(picture, { effort: Number.POSITIVE_INFINITY, timeLimit });
  } catch {
    // The library throws for each picture without a code.
    return undefined;
  }
}
