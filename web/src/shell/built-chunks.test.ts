import { expect, test } from "vitest";
import { chunksOf } from "./built-chunks.ts";

const filesOf = (manifest: Parameters<typeof chunksOf>[0], ...sources: string[]) => chunksOf(manifest, sources).map(({ file }) => file);

test("a chunk comes once, after the chunks that it imports", () => {
  const manifest = {
    entry: { file: "entry.js", imports: ["shared", "react"] },
    part: { file: "part.js", imports: ["shared"] },
    shared: { file: "shared.js", imports: ["react"] },
    react: { file: "react.js" },
  };
  expect(filesOf(manifest, "entry", "part")).toEqual(["react.js", "shared.js", "entry.js", "part.js"]);
});

test("chunks that import each other come once each", () => {
  const manifest = {
    entry: { file: "entry.js", imports: ["one"] },
    one: { file: "one.js", imports: ["other"] },
    other: { file: "other.js", imports: ["one", "entry"] },
  };
  expect(filesOf(manifest, "entry")).toEqual(["other.js", "one.js", "entry.js"]);
});

test("a source without a chunk is an error that names it", () => {
  expect(() => filesOf({}, "src/lost.tsx")).toThrow("src/lost.tsx");
});
