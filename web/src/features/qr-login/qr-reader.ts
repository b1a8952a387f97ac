/** Reads QR codes from the camera's pictures. The native detector reads them, where the browser has it; otherwise a library does. */

/** Returns the text of a QR code in a picture, or undefined. Rejects with `ReaderNotLoaded` if the library is needed and does not arrive. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | undefined>;

/** A new release or a broken connection has taken the library's script away. */
export class ReaderNotLoaded extends Error {}

/** Prefers the native detector. Rejects with `ReaderNotLoaded` if there is none and the library does not arrive. */
export async function createQrReader(): Promise<QrReader> {
  const native = await createNativeReader();
  if (native === undefined) return createLibraryReader();
  let read = native;
  // Some systems announce the detector, and then fail each time, because a part of the system is missing.
  return async (video) => {
    try {
      return await read(video);
    } catch {
      read = await createLibraryReader();
      return read(video);
    }
  };
}

/** The part of the Shape Detection API that the page needs. TypeScript's own types do not have it. */
interface Detector {
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

async function createNativeReader(): Promise<QrReader | undefined> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => undefined)) ?? [];
  if (BarcodeDetector === undefined || !formats.includes("qr_code")) return undefined;
  const detector = new BarcodeDetector({ formats: ["qr_code"] });
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

/** In pixels. A larger picture is slow to read on an old tablet, and finds no more badges. */
const longestSide = 960;

async function createLibraryReader(): Promise<QrReader> {
  const { readQrCode } = await import("./read-qr-code.ts").catch((error: unknown) => {
    throw new ReaderNotLoaded("The library that reads QR codes did not arrive.", { cause: error });
  });
  const canvas = document.createElement("canvas");
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  return (video) => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight, 1));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (drawing === null || canvas.width === 0 || canvas.height === 0) return Promise.resolve(undefined);
    drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
    return Promise.resolve(readQrCode(drawing.getImageData(0, 0, canvas.width, canvas.height)));
  };
}
