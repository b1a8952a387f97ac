/**
 * Sends requests generated from the contract's examples as every kind of caller. Each must get an answer, with the envelope if it is
 * refused. The only allowed 5xx is that of an absent provider (DESIGN 8.8). `npm run fuzz` sends 50,000 with a random seed and prints the
 * results.
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

/** Besides anonymous: each role in two schools, where it exists there. */
const actors: readonly ActorName[] = ["anonymous", "badge", "teacher", "organization admin", "admin"];
const strangers: readonly ActorName[] = ["teacher of another school", "organization admin of another school"];

/** After this many requests a new world replaces the changed one, so that no actor stays locked out. */
const perWorld = 200;
/** After this many requests the actors aim at new classes and people, because a request may have removed the old ones. */
const perTargets = 20;
const patienceMs = 20_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** Counts of each status by endpoint. */
const met = new Map<string, Map<number, number>>();

test(`each of ${runs} requests gets an answer or a clear refusal`, { timeout: 60_000 + runs * 200 }, async () => {
  let world: World | undefined;
  let targets: Targets | undefined;
  for (let run = 0; run < runs; run += 1) {
    if (world === undefined || run % perWorld === 0) world = await aWorld(portal);
    if (targets === undefined || run % perTargets === 0) targets = await targetsIn(portal, world.school);
    // Each request has its own random source, so that it can be repeated without those before it.
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
  // No provider is reachable here, so this refusal is expected.
  const isOurs = !answer.text.includes('"errors.providerAway"');
  if (isOurs) expect(answer.status, `${about}\n${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text, about).not.toMatch(/node_modules|\bat .+\.ts:\d+/);
  if (answer.status >= 400) expectEnvelope(answer, about);
}

test("the examples are sound: most endpoints accept some requests and refuse others", () => {
  // Too few requests meet too few of the endpoints' accepted cases.
  if (runs < 2000) return;
  const answered = [...met.values()].map((statuses) => [...statuses.keys()]);
  expect(answered.filter((statuses) => statuses.some((status) => status < 400)).length).toBeGreaterThan(met.size / 2);
  expect(answered.filter((statuses) => statuses.some((status) => status >= 400)).length).toBeGreaterThan(met.size * 0.9);
});

afterAll(() => {
  if (!isLong) return;
  const rows = [...met].toSorted(([a], [b]) => a.localeCompare(b)).map(([name, statuses]) => [name, Object.fromEntries(statuses)]);
  console.table(Object.fromEntries(rows));
  console.log(`${runs} requests. Again: FUZZ_SEED=${seed} FUZZ_RUNS=${runs} npm run fuzz`);
});
