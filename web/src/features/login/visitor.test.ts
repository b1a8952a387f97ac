/** Who the visitor is (specification, sections 2 and 7). */
import { validateAuth } from "@storyport/contract/login";
import { expect, test } from "vitest";
import { createCall } from "#/api/call.ts";
import { createFreshCall } from "#/api/fresh-call.ts";
import { aPortal, kari } from "./logged-in.fixture.ts";
import { findVisitor } from "./visitor.ts";

test("the check of who is logged in is fresh for one second", async () => {
  const portal = aPortal({ [validateAuth.path]: kari });
  expect(await findVisitor(portal)).toEqual({ is: "known", user: kari });
  portal.wait(999);
  await findVisitor(portal);
  expect(portal.count(validateAuth)).toBe(1);
  portal.wait(1);
  await findVisitor(portal);
  expect(portal.count(validateAuth)).toBe(2);
});

test("without the user cookie nothing is fetched", async () => {
  const portal = aPortal({ [validateAuth.path]: kari }, "");
  expect(await findVisitor(portal)).toEqual({ is: "nobody", expired: false });
  expect(portal.count(validateAuth)).toBe(0);
});

test("a 401 means that the login has ended, and removes the user cookie", async () => {
  const portal = aPortal({ [validateAuth.path]: 401 });
  expect(await findVisitor(portal)).toEqual({ is: "nobody", expired: true });
  expect(portal.cookies.read("user")).toBeUndefined();
});

test("any other failure is unclear, and does not log out", async () => {
  const portal = aPortal({ [validateAuth.path]: 503 });
  expect(await findVisitor(portal)).toMatchObject({ is: "unclear", failure: { status: 503 } });
  expect(portal.cookies.read("user")).toBe(kari.accountId);
});

test.each([{ message: "x" }, {}])("a 401 means it by its status alone: %j", async (body) => {
  const portal = aPortal({});
  const call = createCall(async () => ({ status: 401, statusText: "", retryAfter: null, body: JSON.stringify(body) }));
  expect(await findVisitor({ ...portal, fresh: createFreshCall(call, () => 0) })).toEqual({ is: "nobody", expired: true });
  expect(portal.cookies.read("user")).toBeUndefined();
});
