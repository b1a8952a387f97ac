import { expect, test } from "vitest";
import { readLinkSearch } from "./link-search.ts";

test.each([
  [
    { code: "c".repeat(43), gameId: "1" },
    { code: "c".repeat(43), gameId: 1 },
  ],
  [{ code: "c".repeat(128) }, { code: "c".repeat(128) }],
  [{ code: "c".repeat(129), gameId: "0" }, {}],
  [{ code: "short", gameId: "x" }, {}],
  [{ code: "../../../etc/passwd", gameId: "1e3" }, {}],
  [{ code: "c".repeat(42) + "\n" }, {}],
  [{}, {}],
])("%j is read as %j", (search, read) => {
  expect(readLinkSearch(search)).toEqual(read);
});
