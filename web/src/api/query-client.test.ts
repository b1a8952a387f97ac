/** How the logged-in area fetches its lists (specification, sections 7 and 9). */
import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { createQueryClient, outdate } from "./query-client.ts";

const list = { queryKey: ["a list"] };

test("a list is stale after one second", () => {
  const client = createQueryClient();
  expect(client.defaultQueryOptions(list).staleTime).toBe(1000);
});

test("a failed list is never fetched again by itself", () => {
  expect(createQueryClient().defaultQueryOptions(list).retry).toBe(false);
});

test("a list is not fetched again when its window gets the focus", () => {
  expect(createQueryClient().defaultQueryOptions(list).refetchOnWindowFocus).toBe(false);
});

test("a failed change is never sent again by itself", () => {
  expect(createQueryClient().defaultMutationOptions().retry).toBe(false);
});

test("a visit never sees the answers of another visit", () => {
  const former = createQueryClient();
  former.setQueryData(list.queryKey, ["somebody's"]);
  expect(createQueryClient().getQueryData(list.queryKey)).toBeUndefined();
});

test("after a change a fresh answer is fetched again when it is shown", async () => {
  const client = createQueryClient();
  let asked = 0;
  const query = { ...list, queryFn: async () => await Promise.resolve(++asked) };
  expect(await client.query(query)).toBe(1);
  expect(await client.query(query)).toBe(1);
  outdate(client);
  expect(await client.query(query)).toBe(2);
});

test("a request that began before a change and ended after it is fetched again", async () => {
  const client = createQueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const query = { ...list, queryFn: async () => await answers[asked++]?.promise };
  const shown = new QueryObserver(client, query);
  const seen: unknown[] = [];
  shown.subscribe(({ data }) => seen.push(data));
  outdate(client);
  answers[0]?.resolve("before");
  answers[1]?.resolve("after");
  await vi.waitFor(() => expect(seen.at(-1)).toBe("after"));
  expect(asked).toBe(2);
});
