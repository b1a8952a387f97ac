/** Answers shared while they are fresh (specification, section 7). */
import { listLoginTypes } from "@storyport/contract/login";
import { listOwnPermissions } from "@storyport/contract/own-permissions";
import { expect, test, vi } from "vitest";
import { createCall } from "./call.ts";
import type { Send } from "./call.ts";
import { createFreshCall } from "./fresh-call.ts";

/** A portal whose permissions count the requests, and a clock that stops until it is moved. */
function aWorld() {
  let time = 5000;
  let count = 0;
  const send = vi.fn<Send>(async () => ({ status: 200, statusText: "", retryAfter: null, body: JSON.stringify([String(++count)]) }));
  const fresh = createFreshCall(createCall(send), () => time);
  return { send, fresh, ask: () => fresh.get(listOwnPermissions, 1000), wait: (milliseconds: number) => void (time += milliseconds) };
}

test("the parts of one page fetch an answer once, also concurrently", async () => {
  const { send, ask } = aWorld();
  expect(await Promise.all([ask(), ask()])).toEqual([["1"], ["1"]]);
  expect(await ask()).toEqual(["1"]);
  expect(send).toHaveBeenCalledTimes(1);
});

test("an answer is fresh for the requested time, and no longer", async () => {
  const { ask, wait } = aWorld();
  await ask();
  wait(999);
  expect(await ask()).toEqual(["1"]);
  wait(1);
  expect(await ask()).toEqual(["2"]);
});

test("its age counts from its request, not from its last use", async () => {
  const { ask, wait } = aWorld();
  await ask();
  wait(600);
  await ask();
  wait(600);
  expect(await ask()).toEqual(["2"]);
});

test("each caller decides how old an answer may be", async () => {
  const { fresh, wait } = aWorld();
  await fresh.get(listOwnPermissions, 60_000);
  wait(30_000);
  expect(await fresh.get(listOwnPermissions, 60_000)).toEqual(["1"]);
  expect(await fresh.get(listOwnPermissions, 1000)).toEqual(["2"]);
});

test("an endpoint's answer is never returned for another endpoint", async () => {
  const { send, fresh, ask } = aWorld();
  await ask();
  await expect(fresh.get(listLoginTypes, 1000)).rejects.toThrow("does not match the contract");
  expect(send).toHaveBeenCalledTimes(2);
});

test("a failure is shared while in flight, and fetched again after it", async () => {
  const { send, ask } = aWorld();
  send.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const both = await Promise.allSettled([ask(), ask()]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await ask()).toEqual(["1"]);
});

test("an old request that fails late does not affect a newer request", async () => {
  const { send, fresh, ask } = aWorld();
  const late = Promise.withResolvers<never>();
  send.mockReturnValueOnce(late.promise);
  const first = ask();
  fresh.forget();
  await ask();
  late.reject(new TypeError("Failed to fetch"));
  await expect(first).rejects.toThrow();
  expect(await ask()).toEqual(["1"]);
  expect(send).toHaveBeenCalledTimes(2);
});

test("every forgotten answer is fetched again", async () => {
  const { fresh, ask } = aWorld();
  expect(await ask()).toEqual(["1"]);
  fresh.forget();
  expect(await ask()).toEqual(["2"]);
});
