/** The connection breaks and comes back on each page of the area. What is shown only once stays until its reader closes it. */
import type { Page, Request } from "@playwright/test";
import { beLoggedIn } from "#/support/login.ts";
import { adminPages, ownPages } from "#/support/area-pages.ts";
import { authenticator } from "#/support/authenticator.ts";
import { openAndWait } from "#/support/hydrated.ts";
import { expect, test } from "#/support/journey.ts";
import { aStudent, aTeacher, openGroup } from "#/support/school-class.ts";
import { people } from "#/support/world.ts";

test.use({ provokedErrors: /net::ERR_INTERNET_DISCONNECTED/ });

/** Cuts the connection, and returns when the page has fetched what it wants after the connection is back. */
async function loseConnection(page: Page): Promise<void> {
  const context = page.context();
  await context.setOffline(true);
  // A page that gets the focus fetches again what may have changed.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  const underWay = new Set<Request>();
  page.on("request", (request) => void (request.resourceType() === "fetch" && underWay.add(request)));
  page.on("requestfinished", (request) => void underWay.delete(request));
  await context.setOffline(false);
  await page.evaluate(async () => await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
  await expect.poll(() => underWay.size).toBe(0);
}

test("every page of a teacher and of the admin area shows the same after a lost connection", async ({ page }) => {
  test.slow();
  for (const [who, pages] of [
    [people.teacher, ownPages],
    [people.admin, adminPages],
  ] as const) {
    await beLoggedIn(page, who);
    for (const path of await pages(page)) {
      await openAndWait(page, path);
      const heading = await page.getByRole("heading", { level: 1 }).textContent();
      const alerts = await page.getByRole("alert").count();
      await loseConnection(page);
      await expect(page.getByRole("heading", { level: 1 }), path).toHaveText(heading ?? "");
      await expect(page.getByRole("alert"), path).toHaveCount(alerts);
    }
  }
});

test("an action without a connection says so, keeps what was typed, and is not sent later", async ({ page }) => {
  await beLoggedIn(page, people.admin);
  await openAndWait(page, "/organizations/create-organization");
  await page.getByPlaceholder("UniqueOrganizationKey").fill("Fjellskolen");
  await page.getByLabel("Description").fill("A school on a mountain");
  const sent: string[] = [];
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("alert")).toContainText("Check the internet connection and try again.");
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())));
  await page.context().setOffline(false);
  await expect(page.getByPlaceholder("UniqueOrganizationKey")).toHaveValue("Fjellskolen");
  await page.reload();
  expect(sent).toEqual([]);
});

test("one-time codes stay on the class page", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const student = await aStudent(teacher, "Nora");
  const page = await openGroup(teacher);
  await page.getByRole("button", { name: `Code ${student.name}` }).click();
  const code = page.getByText(/^[A-Z]{3} \d{3} \d{3}$/);
  const shown = (await code.textContent()) ?? "";
  await loseConnection(page);
  await expect(code).toHaveText(shown);
});

test("the link of a transfer stays", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const student = await aStudent(teacher, "Ida");
  const page = await openGroup(teacher);
  await page.getByLabel(`More for ${student.name}`).click();
  await page.getByRole("link", { name: `Move to another school… ${student.name}` }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = page.getByLabel("Link for your colleague");
  const shown = await link.inputValue();
  await loseConnection(page);
  await expect(link).toHaveValue(shown);
});

test("the receipt of an erasure reaches a teacher whose connection broke while the answer was on its way", async ({ browser }) => {
  const teacher = await aTeacher(browser);
  const student = await aStudent(teacher, "Solveig");
  const page = await openGroup(teacher);
  await page.getByLabel(`More for ${student.name}`).click();
  await page.getByRole("link", { name: `Erase… ${student.name}` }).click();
  await page.getByLabel("A parent or guardian").check();
  await page.route(
    "**/api/auth/erasures",
    async (route) => {
      await route.fetch();
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
  const erase = page.getByRole("button", { name: /^Erase/ });
  await erase.click();
  await expect(page.getByRole("alert")).toContainText("Check the internet connection and try again.");
  await loseConnection(page);
  await erase.click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipt of an erasure" })).toBeVisible();
});

test("the key for the app, and then the backup codes, stay until they are kept", async ({ page }) => {
  await beLoggedIn(page, people.member);
  await page.goto("/users/me");
  await page.getByRole("button", { name: "Set it up" }).click();
  const link = page.getByRole("link", { name: "Open it in an app on this device" });
  const url = (await link.getAttribute("href")) ?? "";
  await loseConnection(page);
  await expect(link).toHaveAttribute("href", url);
  await page.getByLabel("Code from your app", { exact: true }).fill(authenticator(url).code());
  await page.getByRole("button", { name: "Confirm" }).click();
  const codes = page.getByRole("list").getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
  await expect(codes).toHaveCount(10);
  const shown = await codes.allTextContents();
  await loseConnection(page);
  await expect(codes).toHaveText(shown);
});
