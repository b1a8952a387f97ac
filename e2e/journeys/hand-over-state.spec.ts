/** What is stored for a hand-over, and until when (specification, sections 2 and 4). */
import { expectFinished, gameLogin } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

test("the stored login state is kept until the game has arrived, and cleared then", async ({ page, context }) => {
  /** Whether the login state is in the cookie, and in the tab's session storage. */
  const stored = async (): Promise<[cookie: boolean, tab: boolean]> => [
    (await context.cookies()).some(({ name }) => name === "login-state"),
    await page.evaluate(() => sessionStorage.getItem("login-state") !== null),
  ];
  // The page polls whether the game has redeemed its code. The test answers for the server.
  let status: "waiting" | "redeemed" = "waiting";
  await beLoggedIn(page, people.teacher);
  await page.route("**/token/game/status?**", (route) => route.fulfill({ json: { status } }));
  // The game is an installed app, which this machine lacks. So the browser stays on the page.
  await page.goto(gameLogin({ callbackUrl: "example.storyport.en:/login" }));
  await expect(page.getByRole("link", { name: "Open the game" })).toBeVisible();
  await page.waitForResponse("**/token/game/status?**");
  expect(await stored()).toEqual([true, true]);
  status = "redeemed";
  await expectFinished(page);
  expect(await stored()).toEqual([false, false]);
});
