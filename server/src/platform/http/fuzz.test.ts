/**
 * Requests made from the contract's examples, by everybody who may come: never a 5xx, never an answer that does not come, always the
 * envelope (DESIGN 8.8). `npm run fuzz` makes 50,000 with a seed of its own, and prints what came of them.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { aWorld, enterAs } from "#test/authorization/actors.ts";
import type { ActorName, World } from "#test/authorization/actors.ts";
import { callOn } from "#test/authorization/calls.ts";
import { targetsIn } from "#test/authorization/school.ts";
import type { Targets } from "#test/authorization/school.ts";
import type { Answer } from "#test/browser.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { expectEnvelope } from "#test/expect-envelope.ts";
import { createDice, fuzzing, makeRequest } from "#test/fuzz.ts";
import type { FuzzRequest } from "#test/fuzz.ts";

const { runs, seed, isLong } = fuzzing;

/** Besides anonymous: each of them in two schools, where there are two. */
const actors: readonly ActorName[] = ["anonymous", "badge", "teacher", "organization admin", "admin"];
const strangers: readonly ActorName[] = ["teacher of another school", "organization admin of another school"];

/** So many requests change a world; then another one comes in its place, so that no actor is locked out for long. */
const perWorld = 200;
const perTargets = 20;
const patienceMs = 20_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** By endpoint, how often each status was answered. */
const met = new Map<string, Map<number, number>>();

test(`of ${runs} requests each gets an answer, or a clear no`, { timeout: 60_000 + runs * 200 }, async () => {
  let world: World | undefined;
  let targets: Targets | undefined;
  for (let run = 0; run < runs; run += 1) {
    if (world === undefined || run % perWorld === 0) world = await aWorld(portal);
    if (targets === undefined || run % perTargets === 0) targets = await targetsIn(portal, world.school);
    // Each has dice of its own, so that one request can be made again without those before it.
    const dice = createDice(seed + run);
    const actor = dice.pick(dice.isOneIn(5) ? strangers : actors);
    const aim = { school: world.school, targets };
    const request = makeRequest(dice, ({ name }) => callOn(name, aim));
    const about = `FUZZ_SEED=${seed + run} FUZZ_RUNS=1, as ${actor}: ${JSON.stringify({ ...request, endpoint: request.endpoint.name }).slice(0, 2000)}`;
    expectAnswer(await send(world, { actor, request, about }), about);
  }
});

interface Sending {
  actor: ActorName;
  request: FuzzRequest;
  about: string;
}

async function send(world: World, { actor, request, about }: Sending): Promise<Answer> {
  const browser = await enterAs(world, actor);
  const { endpoint, ...parts } = request;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer came. ${about}`)), patienceMs);
  });
  const answer = await Promise.race([browser.send(parts), tooLong]).finally(() => clearTimeout(timer));
  const statuses = met.get(endpoint.name) ?? new Map<number, number>();
  met.set(endpoint.name, statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1));
  return answer;
}

function expectAnswer(answer: Answer, about: string): void {
  // There is no provider here to be reached.
  const isOurs = !answer.text.includes('"errors.providerAway"');
  if (isOurs) expect(answer.status, `${about}\n${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text, about).not.toMatch(/node_modules|\bat .+\.ts:\d+/);
  if (answer.status >= 400) expectEnvelope(answer, about);
}

test("what they were made from is in order: most endpoints have said yes to some of them, and no to others", () => {
  if (runs < 2000) return;
  const said = [...met.values()].map((statuses) => [...statuses.keys()]);
  expect(said.filter((statuses) => statuses.some((status) => status < 400)).length).toBeGreaterThan(met.size / 2);
  expect(said.filter((statuses) => statuses.some((status) => status >= 400)).length).toBeGreaterThan(met.size * 0.9);
});

afterAll(() => {
  if (!isLong) return;
  const rows = [...met].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, statuses]) => [name, Object.fromEntries(statuses)]);
  console.table(Object.fromEntries(rows));
  console.log(`${runs} requests. Again: FUZZ_SEED=${seed} FUZZ_RUNS=${runs} npm run fuzz`);
});
