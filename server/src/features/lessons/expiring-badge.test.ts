/** A badge that expires changes an open board, although no row changes. */
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openBoard } from "#test/board-stream.ts";
import { buildTestPortal } from "#test/build-app.ts";
import { aLesson, listenAt, statesOn } from "#test/lessons.ts";

test("an open board shows by itself that a child's only badge has expired", async () => {
  const portal = await buildTestPortal();
  onTestFinished(() => portal.close());
  const port = await listenAt(portal.app);
  const school = await aLesson(portal);
  const nora = school.students[0]?.id ?? "";
  /** Opens a board before the badge expires. A slow machine gets a badge that lives longer. */
  const openInTime = async (seconds: number): ReturnType<typeof openBoard> => {
    const expires_at = sql<Date>`now() + make_interval(secs => ${seconds})`;
    await portal.context.database.updateTable("badges").set({ expires_at }).where("account_id", "=", nora).execute();
    const stream = await openBoard(school.desk, school.lesson, { port });
    const first = await stream.boardWith(() => true);
    if (statesOn(first)["Nora"] === "not-yet") return stream;
    stream.leave();
    return openInTime(seconds * 2);
  };
  const stream = await openInTime(1);
  const board = await stream.boardWith((shown) => statesOn(shown)["Nora"] === "needs-help");
  expect(statesOn(board)).toMatchObject({ Emil: "not-yet" });
});
