import { expect, test } from "vitest";
import { decodeText } from "./decode-file.ts";

const bytes = (...values: number[]) => new Uint8Array(values);

test.each<[string, Uint8Array, string]>([
  ["UTF-8", new TextEncoder().encode("Åse"), "Åse"],
  ["UTF-8 with a mark", bytes(0xef, 0xbb, 0xbf, 0xc3, 0x85), "Å"],
  ["UTF-16LE", bytes(0xff, 0xfe, 0xc5, 0x00), "Å"],
  ["UTF-16BE", bytes(0xfe, 0xff, 0x00, 0xc5), "Å"],
  ["Windows-1252", bytes(0xc5, 0x73, 0x65, 0x20, 0x96), "Åse –"],
])("%s is decoded", (_, given, text) => {
  expect(decodeText(given)).toBe(text);
});

test.each<[string, Uint8Array]>([
  ["a picture", bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)],
  ["a file of bytes with zeros", bytes(0x41, 0x00, 0x42)],
])("%s is no text", (_, given) => {
  expect(decodeText(given)).toBeUndefined();
});
