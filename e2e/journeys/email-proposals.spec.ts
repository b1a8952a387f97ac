/** A school proposes another address, and the owner decides (DESIGN A26). native-forms.spec.ts tests the same without script. */
import { ask, send } from "#/support/admin-area.ts";
import { aProposedEmail } from "#/support/email-proposals.ts";
import { expect, test } from "#/support/journey.ts";
import { expectLoginPage, sendLogin } from "#/support/login.ts";
import { chosenPassword, choosePassword } from "#/support/users.ts";

test("the letter to the present address changes it, and only the reader of the new address can log in", async ({ page }) => {
  test.slow();
  const { link, email, proposed } = await aProposedEmail();
  await page.goto(link);
  await expect(page).toHaveURL(/\/account\/confirm-email$/);
  await expect(page.getByText(`${proposed} instead of ${email}.`)).toBeVisible();
  await page.getByRole("button", { name: "Confirm the new address" }).click();
  await expect(page.getByRole("status")).toContainText("Thank you, your answer is saved.");
  await expectLoginPage(page);
  await sendLogin(page, email, chosenPassword);
  await expect(page.getByRole("alert")).toContainText("Invalid username or password");
  await choosePassword(page, proposed);
  await expectLoginPage(page);
  await sendLogin(page, proposed, chosenPassword);
  await page.waitForURL("**/set-display-name**");
  expect(await ask(page, "auth/validate-auth")).toMatchObject({ email: proposed });
});

test("the owner refuses on the profile page and keeps the address, and the letter's link is dead then", async ({ page }) => {
  const { link, email, proposed } = await aProposedEmail();
  await send(page, { path: "pw/login", data: { email, password: chosenPassword, deviceName: "Journey" } });
  await page.goto("/users/me");
  await expect(page.getByRole("heading", { name: "Your school wants to change your email address" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(`Your account would have the address ${proposed} from then on.`);
  await page.getByRole("button", { name: "Refuse, keep my address" }).click();
  await expect(page.getByRole("status").filter({ hasText: "You refused. Your address stays as it is." })).toBeFocused();
  expect(await ask(page, "auth/validate-auth")).toMatchObject({ email });
  await page.goto(link);
  await expect(page.getByRole("alert")).toContainText("This change of address is no longer open");
});
