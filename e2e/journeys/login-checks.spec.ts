/** The login check says why an account cannot log in (docs/flows/login-checks.md). */
import { ask, send } from "#/support/admin-area.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { people } from "#/support/world.ts";

test("a teacher sees why a student cannot log in, makes a badge, and nothing stops the student any more", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const { name } = await aStudent(teacher, "Nora");
  const page = await openGroup(teacher);
  const groupId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { students } = await ask<{ students: { userId: string; displayName: string }[] }>(teacher, `player-groups/${groupId}/badges`);
  const studentUserId = students.find(({ displayName }) => displayName === name)?.userId ?? "";
  await send(teacher, { method: "DELETE", path: `player-groups/${groupId}/badges`, data: { studentUserId } });

  await page.goto(`/login-checks/${studentUserId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Login check" })).toBeVisible();
  await expect(page.getByText(/cannot get in yet/)).toBeVisible();
  const advice = "The badge was voided. Make a new one on the class page, or give a one-time code.";
  await expect(page.getByRole("listitem").filter({ hasText: advice })).toContainText("Has a badge that works");

  await send(teacher, { path: `player-groups/${groupId}/badges`, data: { studentUserId } });
  await page.getByLabel("Game").selectOption({ label: "English" });
  await expect(page.getByText(/Nothing stops .* from logging in and opening .*English/)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("gameId")).toBe("4");
  await page.reload();
  await expect(page.getByLabel("Game")).toHaveValue("4");
  await teacher.close();
});

test("an administrator reads in the login check that an account is deactivated, and who can reactivate it", async ({ page, context }) => {
  await beLoggedIn(context, people.admin);
  const { results } = await send<{ results: { guid: string }[] }>(context, {
    path: "users/search",
    data: { query: people.blocked, pageSize: 20, page: 1 },
  });
  await page.goto(`/users/${results[0]?.guid ?? ""}`);
  await page.getByRole("link", { name: "Why can’t this person log in?" }).click();
  await expect(page.getByText("The account is deactivated. A manager of the school can reactivate it")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "Last ten attempts" })).toBeVisible();
});

test("an account out of reach is not found", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const page = await teacher.newPage();
  await page.goto("/login-checks/2f1c8f0a-6d0e-4a57-9c7b-3e5d1b9a4c60");
  await expect(page.getByText("This account does not exist, or it is not one of your students or members.")).toBeVisible();
  await teacher.close();
});
