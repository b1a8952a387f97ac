/** People who build a game: a walk through a login (decision 76). */
import { walkTo } from "#/support/bench-walk.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

test("a builder walks through a login, from the code to the end of the token @phone", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await walkTo(page, "7. Give the token back");
  await expect(page.getByText(/^You have seen the whole login/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Answer 302" })).toContainText("/conformance/");
  await page.getByText("The token, decoded").first().click();
  await expect(page.getByText("at+jwt").first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Answer 400" })).toHaveCount(2);
  await expect(page).toHaveURL(/\/bench\/4$/);

  await page.getByRole("button", { name: "Start again" }).click();
  await expect(page.getByText("This is the right answer.")).toHaveCount(0);
});
