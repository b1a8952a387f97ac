// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { dropKeptOffer, keepOffer, readKeptOffer } from "./kept-offer.ts";

test("the token of a transfer is kept for its reader alone, until it is answered", () => {
  keepOffer("kari", "secret");
  expect(readKeptOffer("kari")).toBe("secret");
  dropKeptOffer();
  expect(readKeptOffer("kari")).toBeUndefined();
  keepOffer("kari", "secret");
  expect(readKeptOffer("camille")).toBeUndefined();
});
