/** A user group can be hidden from its members and from users who may only read (specification, section 4: HIDDEN). */
import { aUserGroup, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

test("a user group that its form hides disappears for a teacher in it, and appears again once it is shown", async ({ page, browser }) => {
  await beLoggedIn(page, people.admin);
  const name = "Quiet";
  const id = await aUserGroup(page, { name });
  await send(page, { path: `user-group/${id}/members`, data: { lines: people.teacher, rightsType: "OWNER" } });
  const theirs = await (await browser.newContext()).newPage();
  await beLoggedIn(theirs, people.teacher);
  const lists = async (isListed: boolean) => {
    await theirs.goto(`/user-groups?filter=${name}`);
    await expect(theirs.getByRole("link", { name })).toBeVisible({ visible: isListed });
    if (!isListed) await expect(theirs.getByText("No user groups found")).toBeVisible();
  };
  await lists(true);

  await page.goto(`/user-groups/${id}?tab=edit`);
  const hidden = page.getByRole("checkbox", { name: "Hidden from its members and from people who only look" });
  await hidden.focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  await expect(page.getByText("Hidden", { exact: true })).toBeVisible();
  await lists(false);
  await theirs.goto(`/user-groups/${id}`);
  await expect(theirs.getByText("There is no such user group")).toBeVisible();

  await hidden.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Hidden", { exact: true })).toBeHidden();
  await lists(true);
  await theirs.context().close();
});
