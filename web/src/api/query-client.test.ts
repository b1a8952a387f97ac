/** How the logged-in area fetches its lists (specification, sections 7 and 9). */
import { QueryObserver, onlineManager } from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { afterWrite, createQueryClient } from "./query-client.ts";

const list = { queryKey: ["a list"] };

test("a list is stale after one second", () => {
  const client = createQueryClient();
  expect(client.defaultQueryOptions(list).staleTime).toBe(1000);
});

test("a failed list is never fetched again by itself", () => {
  expect(createQueryClient().defaultQueryOptions(list).retry).toBe(false);
});

test("a screen shows the failure of its loader's request, and a later visit sends the request again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const client = createQueryClient();
  let requestCount = 0;
  const query = { ...list, queryFn: async () => await Promise.reject(new Error(`failure ${++requestCount}`)) };
  await expect(client.query(query)).rejects.toThrow("failure 1");
  const screen = new QueryObserver(client, query);
  screen.subscribe(() => undefined)();
  expect(screen.getCurrentResult().error?.message).toBe("failure 1");
  expect(requestCount).toBe(1);
  vi.advanceTimersByTime(1000);
  onTestFinished(screen.subscribe(() => undefined));
  expect(requestCount).toBe(2);
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

/** A list that counts its requests. The test answers them. */
function aList(client = createQueryClient()) {
  const answers: ((answer: string) => void)[] = [];
  const query = { ...list, queryFn: async () => await new Promise<string>((resolve) => answers.push(resolve)) };
  const seen: unknown[] = [];
  return {
    client,
    query,
    seen,
    requestCount: () => answers.length,
    show: () => onTestFinished(new QueryObserver(client, query).subscribe(({ data }) => seen.push(data))),
    answer: async (index: number, text: string) => {
      answers[index]?.(text);
      await vi.waitFor(() => expect(client.isFetching()).toBe(answers.length > index + 1 ? 1 : 0));
    },
  };
}

test("after a write the list on the page is fetched again at once", async () => {
  const { client, seen, show, requestCount, answer } = aList();
  show();
  await answer(0, "before");
  afterWrite(client, true);
  expect(requestCount()).toBe(2);
  await answer(1, "after");
  expect(seen.at(-1)).toBe("after");
});

test("after a refused write the list on the page stays, and the next page fetches it again", async () => {
  const { client, query, show, requestCount, answer } = aList();
  show();
  await answer(0, "before");
  afterWrite(client, false);
  expect(requestCount()).toBe(1);
  void client.query(query);
  expect(requestCount()).toBe(2);
});

test("after a write a list that no page shows is fetched when it is shown", async () => {
  const { client, query, requestCount, answer } = aList();
  void client.query(query);
  await answer(0, "before");
  await client.query(query);
  expect(requestCount()).toBe(1);
  afterWrite(client, true);
  expect(requestCount()).toBe(1);
  void client.query(query);
  expect(requestCount()).toBe(2);
});

test.each([
  [true, "done"],
  [false, "refused"],
])("a first request that began before a write is sent again after it (%s: %s)", async (isDone) => {
  const { client, seen, show, requestCount, answer } = aList();
  show();
  afterWrite(client, isDone);
  expect(requestCount()).toBe(1);
  await answer(0, "before");
  await vi.waitFor(() => expect(requestCount()).toBe(2));
  await answer(1, "after");
  expect(seen.at(-1)).toBe("after");
});

test("a repeated request that began before a write is replaced by one request after it", async () => {
  const { client, seen, show, requestCount, answer } = aList();
  show();
  await answer(0, "first");
  void client.refetchQueries();
  afterWrite(client, true);
  expect(requestCount()).toBe(3);
  await answer(1, "before");
  await answer(2, "after");
  expect(seen.at(-1)).toBe("after");
  expect(requestCount()).toBe(3);
});

test("without a connection an action fails at once, and is not sent later", async () => {
  onTestFinished(() => onlineManager.setOnline(true));
  const client = createQueryClient();
  let calls = 0;
  const mutationFn = (): Promise<never> => {
    calls += 1;
    return Promise.reject(new Error("offline"));
  };
  onlineManager.setOnline(false);
  await expect(client.getMutationCache().build(client, { mutationFn }).execute(undefined)).rejects.toThrow("offline");
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(calls).toBe(1);
});
