/** What is stored for a hand-over, and until when (specification, sections 2 and 4). */
import { beginGame, expectArrived, expectFinished } from "#/support/game.ts";
import { expect, test } from "#/support/journey.ts";
import { beLoggedIn } from "#/support/login.ts";
import { people } from "#/support/world.ts";

test("the stored login state is kept until the game has arrived, and cleared then", async ({ page, context, request }) => {
  const stored = async (): Promise<boolean[]> => [
    (await context.cookies()).some(({ name }) => name === "login-state"),
    await page.evaluate(() => sessionStorage.getItem("login-state") !== null),
  ];
  await beLoggedIn(page, people.teacher);
  await page.route("**/token/game/status?**", (route) => route.fulfill({ json: { status: "waiting" } }));
  const { attempt, loginUrl } = await beginGame(page.request, { gameId: 4, kind: "loopback" });
  await page.goto(loginUrl);
  await expect(page.getByRole("link", { name: "Open the game" })).toBeVisible();
  await expectArrived(request, attempt);
  expect(await stored()).toEqual([true, true]);
  await page.unroute("**/token/game/status?**");
  await expectFinished(page);
  expect(await stored()).toEqual([false, false]);
});
