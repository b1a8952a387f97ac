/** Cameras for journeys: a picture that a page's camera sees, and a video for Chromium's own fake camera. */
import type { Page } from "@playwright/test";
import { encode } from "uqr";

/** What the camera sees: the text as a QR code on grey, turned as asked for. */
export interface CameraPicture {
  text: string;
  degrees?: number;
}

interface Shown {
  modules: boolean[][];
  degrees: number;
}

declare global {
  var cameraSees: (shown: Shown | undefined) => void;
  var openCameras: () => number;
  var askedFacing: () => unknown;
}

/**
 * Gives the page a camera that `showToCamera` fills. The stream is the browser's own, of a canvas. `openCameras` counts the tracks that
 * still run, and `askedFacing` is the direction that the page asked for last.
 */
export async function giveCamera(page: Page, { hasTwo = false }: { hasTwo?: boolean } = {}): Promise<void> {
  await page.addInitScript(
    (count) => {
      const tracks: MediaStreamTrack[] = [];
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [640, 480];
      const drawing = canvas.getContext("2d");
      let shown: Shown | undefined;
      const draw = () => {
        if (drawing === null) return;
        drawing.resetTransform();
        drawing.fillStyle = "#888";
        drawing.fillRect(0, 0, 640, 480);
        if (shown === undefined) return;
        const { modules, degrees } = shown;
        const side = 300 / modules.length;
        drawing.translate(320, 240);
        drawing.rotate((degrees * Math.PI) / 180);
        drawing.fillStyle = "#fff";
        drawing.fillRect(-150, -150, 300, 300);
        drawing.fillStyle = "#111";
        for (const [y, row] of modules.entries()) {
          for (const [x, isDark] of row.entries()) {
            // Squares overlap a little, so that no pale line shows between them.
            if (isDark) drawing.fillRect(x * side - 150, y * side - 150, side + 0.3, side + 0.3);
          }
        }
      };
      // A canvas sends a frame only when it is drawn.
      setInterval(draw, 50);
      globalThis.cameraSees = (picture) => {
        shown = picture;
      };
      let facing: unknown;
      globalThis.askedFacing = () => facing;
      globalThis.openCameras = () => tracks.filter(({ readyState }) => readyState === "live").length;
      const devices = Array.from({ length: count }, (_, index) => ({ kind: "videoinput", deviceId: `${index}`, groupId: "", label: "" }));
      const mediaDevices = {
        getUserMedia: ({ video }: { video: { facingMode: { ideal: unknown } } }) => {
          facing = video.facingMode.ideal;
          const stream = canvas.captureStream(20);
          tracks.push(...stream.getTracks());
          return Promise.resolve(stream);
        },
        enumerateDevices: () => Promise.resolve(devices),
      };
      Object.defineProperty(navigator, "mediaDevices", { value: mediaDevices, configurable: true });
    },
    hasTwo ? 2 : 1,
  );
}

/** Undefined takes away what was shown. */
export async function showToCamera(page: Page, picture: CameraPicture | undefined): Promise<void> {
  const shown = picture && { modules: encode(picture.text, { ecc: "Q", border: 4 }).data, degrees: picture.degrees ?? 0 };
  await page.evaluate((what) => globalThis.cameraSees(what), shown);
}
