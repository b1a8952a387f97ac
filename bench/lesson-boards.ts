/** Measures open boards of lessons: bytes and processor time for each, at rest and for each change. */
import { setTimeout as pause } from "node:timers/promises";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Report } from "#/figures/run-bench.ts";
import { Boards } from "#/load/boards.ts";
import { startPortal } from "#/programs/portal.ts";
import { processorMilliseconds, residentMebibytes } from "#/programs/program.ts";
import { startDatabaseServer } from "#/stores/database.ts";
import { fillLessons, lessonIds, logChildrenIn } from "#/stores/fill-lessons.ts";
import { fillPortal } from "#/stores/fill-portal.ts";

/** A thousand lessons at a time is the platform's goal. */
const boards = 1000;
const changes = 10;
const secondsAtRest = 60;

await runBench("lesson-boards", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const database = await server.create("portal");
  const portal = await startPortal(cleanUp, database);
  tell("filling");
  await fillPortal(database, { accounts: boards });
  await fillLessons(database, boards);
  const before = await residentMebibytes(portal.pid);
  const open = new Boards(portal.port, await lessonIds(database, boards));
  cleanUp.later(async () => open.close());
  await open.untilEvents(boards);
  const bytesOfFirst = open.takeBytes() / boards;
  const memory = ((await residentMebibytes(portal.pid)) - before) * (1024 / boards);
  tell("at rest");
  const restBegan = await processorMilliseconds(portal.pid);
  await pause(secondsAtRest * 1000);
  const restCost = (await processorMilliseconds(portal.pid)) - restBegan;
  const restBytes = open.takeBytes();
  const rounds = { cost: [] as number[], bytes: [] as number[], seconds: [] as number[] };
  for (let child = 1; child <= changes; child++) {
    tell(`change ${child} of ${changes}`);
    const [began, cost] = [performance.now(), await processorMilliseconds(portal.pid)];
    await logChildrenIn(database, boards, child);
    await open.untilEvents(boards * (child + 1));
    rounds.seconds.push((performance.now() - began) / 1000);
    rounds.cost.push(((await processorMilliseconds(portal.pid)) - cost) / boards);
    rounds.bytes.push(open.takeBytes() / boards);
  }
  return {
    figures: [
      {
        what: `at rest, processor ms per board and minute (${boards} open)`,
        measured: (restCost / boards / (secondsAtRest / 60)).toFixed(2),
      },
      { what: "at rest, bytes per board and minute", measured: (restBytes / boards / (secondsAtRest / 60)).toFixed(0) },
      { what: "first board of 35 children, bytes", measured: bytesOfFirst.toFixed(0) },
      { what: "a change, bytes per board", measured: median(rounds.bytes).toFixed(0) },
      { what: "a change, processor ms per board", measured: median(rounds.cost).toFixed(2) },
      { what: `one change on all ${boards} boards at once, until the last shows it, s`, measured: median(rounds.seconds).toFixed(1) },
      { what: "memory per open board, KiB", measured: memory.toFixed(0) },
    ],
    rounds: {
      "ms of processor per board and change": rounds.cost,
      "bytes per board and change": rounds.bytes,
      "seconds until the last": rounds.seconds,
    },
    notes: [`${boards} lessons of 35 children, one board each; the portal's processor time alone, without PostgreSQL's`],
  };
}
