import type { Page } from "@playwright/test";

const [width, height] = [640, 480] as const;

/**
 * A video for Chromium's fake camera (YUV4MPEG2), in which a picture lies on a grey table, a little askew. The page draws it, since a
 * browser reads pictures and Node does not.
 */
export async function fakeCameraVideo(page: Page, png: Buffer): Promise<Buffer> {
  const luma = await page.evaluate(
    async ({ base64, size: [across, down] }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
      const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const drawing = new OffscreenCanvas(across, down).getContext("2d");
      if (drawing === null) throw new Error("This browser draws nothing.");
      drawing.fillStyle = "#777";
      drawing.fillRect(0, 0, across, down);
      drawing.translate(across / 2, down / 2);
      drawing.rotate(0.12);
      drawing.drawImage(picture, -160, -160, 320, 320);
      const { data } = drawing.getImageData(0, 0, across, down);
      return Array.from({ length: across * down }, (_, index) => data[index * 4] ?? 0);
    },
    { base64: png.toString("base64"), size: [width, height] as [number, number] },
  );
  const colourless = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), Buffer.from(luma), colourless]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame]);
}
