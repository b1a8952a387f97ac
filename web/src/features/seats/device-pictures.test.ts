import { devicePictures, pictureAddress } from "@storyport/contract/user-code";
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";

const folder = new URL("../../../public/device-pictures/", import.meta.url);

test("each picture of a device is a file of the portal, and there are no others", () => {
  expect(readdirSync(folder).toSorted()).toEqual(devicePictures.map((name) => `${name}.svg`).toSorted());
  expect(devicePictures.map(pictureAddress)).toContain("/device-pictures/anchor.svg");
});

test.each(devicePictures)("%s differs from the others, and loads and runs nothing", (name) => {
  const read = (other: string) => readFileSync(new URL(`${other}.svg`, folder), "utf8");
  const picture = read(name);
  expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 120 120">/);
  expect(picture).not.toMatch(/script|href|url\(|style/);
  expect(devicePictures.filter((other) => read(other) === picture)).toEqual([name]);
});
