/** An administrator sees the portal as a teacher sees it: read only, with a banner on every page, and back on the teacher's page. */
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { lettersTo } from "#/support/letters.ts";
import { idOf } from "#/support/users.ts";
import { people } from "#/support/world.ts";

const reason = "The teacher does not find her class.";

test("an administrator looks as a teacher, changes nothing, and stops looking; the teacher gets an email @phone", async ({
  context,
  page,
}) => {
  await beLoggedIn(page, people.admin);
  const teacherId = await idOf(page, people.teacher);
  const other = await context.newPage();
  await other.goto("/admin");
  await page.goto(`/users/${teacherId}`);
  await page.getByRole("button", { name: "See the portal as this person" }).click();
  await page.getByRole("button", { name: "Start looking" }).click();
  await expect(page.getByText("The reason must be 10 to 300 characters long.")).toBeVisible();
  await page.getByLabel("Why do you need to look?").fill(reason);
  await page.getByRole("button", { name: "Start looking" }).click();

  const banner = page.getByRole("region", { name: "You see the portal as another person" });
  await expect(banner).toContainText("You see the portal as Kari Nordmann. You can only look.");
  await expect(banner).toContainText("Time left: 15 minutes");
  await expect(page.getByRole("heading", { level: 1, name: "Welcome" })).toBeVisible();
  // The other tab shows it too.
  await expect(other.getByRole("region", { name: "You see the portal as another person" })).toBeVisible();

  // In the area, too; a form stays open and says why nothing was saved.
  await page.goto("/users/me");
  await expect(banner).toBeVisible();
  await expect(page.getByText(people.teacher).first()).toBeVisible();
  await page.goto("/set-display-name");
  await expect(banner).toBeVisible();
  await page.getByLabel("Display name").fill("Somebody Else");
  await page.getByRole("button", { name: "Set display name" }).click();
  await expect(page.getByText(/^You are only looking\./)).toBeVisible();

  await banner.getByRole("button", { name: "Stop looking" }).click();
  await expect(page).toHaveURL(new RegExp(`/users/${teacherId}$`));
  await expect(banner).toHaveCount(0);
  await expect(page.getByText("What you can do")).toBeVisible();
  await page.goto(`/users/${teacherId}?tab=history`);
  await expect(page.getByText("Stopped seeing the portal as this person").first()).toBeVisible();
  await expect(page.getByText(reason)).toHaveCount(0);

  const texts = async () => (await lettersTo(people.teacher)).map(({ text }) => text).join("\n");
  await expect.poll(texts).toContain(reason);
});
