import { expect, test } from "vitest";
import { createGame } from "#/games.ts";

const descriptionOf = (description: string) => {
  const game = createGame.body.safeParse({ gameKey: "storyport-no", description });
  return game.success ? game.data.description : undefined;
};

test.each(["Norwegian\u202enaissuR", "Nor\u200bwegian", "Norwegian\u0000", "Nor\u0007wegian", " \n "])(
  "the description %j is refused, because the question before a game's login shows it",
  (description) => expect(descriptionOf(description)).toBeUndefined(),
);

test("the description of a game is one line", () => {
  expect(descriptionOf("  Norwegian \r\n (first  year) ")).toBe("Norwegian (first year)");
});
