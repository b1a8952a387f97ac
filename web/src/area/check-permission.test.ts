/** Missing permissions are fetched once more (specification, section 6). */
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { expect, test } from "vitest";
import { aPortal, kari } from "#/features/login/logged-in.fixture.ts";
import { checkPermission } from "./check-permission.ts";

function asking(answer: unknown) {
  const portal = aPortal({ [listOwnPermissions.path]: answer });
  const context = { ...portal, user: kari };
  return { portal, mayManage: () => checkPermission({ context }, "manage_members") };
}

test("a permission that is known needs no request", async () => {
  const { portal } = asking(["manage_members"]);
  expect(await checkPermission({ context: { ...portal, user: kari } }, "view_user_group")).toEqual({ isAllowed: true });
  expect(portal.count(listOwnPermissions)).toBe(0);
});

test("missing permissions are fetched once, and checked again", async () => {
  const { portal, mayManage } = asking([...kari.permissions, "manage_members"]);
  expect(await mayManage()).toEqual({ isAllowed: true });
  expect(await mayManage()).toEqual({ isAllowed: true });
  expect(portal.count(listOwnPermissions)).toBe(1);
});

test("an account without the permission after that is refused, and stays logged in", async () => {
  const { portal, mayManage } = asking(kari.permissions);
  expect(await mayManage()).toEqual({ isAllowed: false });
  expect(portal.cookies.read("user")).toBe(kari.accountId);
});

test.each([401, 503])("if the permissions cannot be fetched (%s), the cookies' copy of the account is cleared", async (status) => {
  const { portal, mayManage } = asking(status);
  expect(await mayManage()).toEqual({ isAllowed: false });
  expect(portal.cookies.read("user")).toBeUndefined();
  expect(await mayManage()).toEqual({ isAllowed: false });
  expect(portal.count(listOwnPermissions)).toBe(2);
});
