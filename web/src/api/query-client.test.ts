/** How the lists of the logged-in area are asked for (specification, sections 7 and 9). */
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

const list = { queryKey: ["a list"] };

test("a list is stale after one second", () => {
  const client = createQueryClient();
  expect(client.defaultQueryOptions(list).staleTime).toBe(1000);
});

test("a list that could not be had is never asked for again by itself", () => {
  expect(createQueryClient().defaultQueryOptions(list).retry).toBe(false);
});

test("a list is not asked for again because its window is looked at again", () => {
  expect(createQueryClient().defaultQueryOptions(list).refetchOnWindowFocus).toBe(false);
});

test("what was sent and failed is never sent again by itself", () => {
  expect(createQueryClient().defaultMutationOptions().retry).toBe(false);
});

test("no visit sees the answers of another", () => {
  const former = createQueryClient();
  former.setQueryData(list.queryKey, ["somebody's"]);
  expect(createQueryClient().getQueryData(list.queryKey)).toBeUndefined();
});
