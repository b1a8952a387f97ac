// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { searchOrganizations } from "@storyport/contract/organizations";
import { useSearch } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { useListEndpoint } from "#/api/use-endpoint.ts";
import { answered, showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { ListPage } from "./list-page.tsx";
import { listPlace, listQuery, readListPlace } from "./list-search.ts";
import type { ListPlace } from "./list-search.ts";
import { foundIn } from "./use-list-page.ts";

test("a part of a page counts as a page, and no results make no page", () => {
  const answer = (entityCount: number) => ({ results: ["one"], page: { entityOffset: 50, entityCount } });
  expect(foundIn(answer(51))).toEqual({ offset: 50, count: 1, total: 51, pages: 2 });
  expect(foundIn(answer(100)).pages).toBe(2);
  expect(foundIn(answer(0)).pages).toBe(0);
  expect(foundIn({ results: [], offset: 0, total: 21 }, 10).pages).toBe(3);
});

const idOf = (offset: number) => `0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a${String(offset).padStart(3, "0")}`;

function List({ done }: { done?: string }) {
  const place = readListPlace(useSearch({ strict: false, structuralSharing: false }));
  return (
    <ListPage
      query={useListEndpoint(searchOrganizations, [{ query: listQuery(place) }])}
      place={place}
      at={(search) => ({ to: "/", search: listPlace(search) })}
      search={{ label: "Key", button: "Search", ifMoreThan: 50 }}
      failed={({ code }) => `Failed: ${code}`}
      done={done}
      none="None"
      pages="Pages"
    >
      {({ results }, isBusy) => (
        <p data-testid="rows">{`${isBusy ? "former " : ""}${results.map(({ organization_key }) => organization_key).join()}`}</p>
      )}
    </ListPage>
  );
}

/** A list of so many organizations. Each page of 50 has only its first row. The test may hold the answers back. */
async function aList(total: number) {
  const requests: string[] = [];
  let held: (() => void)[] | undefined;
  const { router } = await showLoggedIn(<List />, async ({ url }) => {
    requests.push(url);
    const waiting = held;
    if (waiting !== undefined) await new Promise<void>((resolve) => void waiting.push(resolve));
    const offset = Number(new URL(url, "https://portal.test").searchParams.get("offset"));
    const results = offset >= total ? [] : [{ id: idOf(offset), organization_key: `row ${offset}` }];
    return answered({ results, page: { entityOffset: offset, entityCount: total, entityLimit: 50 } });
  });
  await waitFor(() => expect(rows()).toBe("row 0"));
  return {
    requests,
    address: () => router.state.location.search,
    // The only route of the test declares no search.
    go: (place: ListPlace) => act(async () => await router.navigate({ to: "/", search: place } as never)),
    hold: () => void (held = []),
    release: async () => {
      const waiting = held ?? [];
      held = undefined;
      await act(async () => waiting.forEach((resolve) => resolve()));
    },
  };
}

const status = () => screen.getByRole("status").textContent;
const rows = () => screen.getByTestId("rows").textContent;
const search = async (text: string) => {
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: text } });
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Search" })));
};

test("the former rows stay, marked as busy, until the next page is there", async () => {
  const list = await aList(120);
  expect(status()).toBe("Showing results 1-1 of 120");
  list.hold();
  await list.go({ page: 2 });
  expect(rows()).toBe("former row 0");
  expect(status()).toBe("Searching...");
  await list.release();
  await waitFor(() => expect(rows()).toBe("row 50"));
  expect(screen.getByRole("link", { name: "Page 2" }).getAttribute("aria-current")).toBe("page");
});

test("a page beyond the end leads to the last page, once the number of pages is known", async () => {
  const list = await aList(60);
  list.hold();
  await list.go({ page: 9 });
  // The rows and the total still belong to the former page.
  expect(list.address()).toEqual({ page: 9 });
  await list.release();
  await waitFor(() => expect(rows()).toBe("row 50"));
  expect(list.address()).toEqual({ page: 2 });
});

test("a new search starts at the first page, and the same search fetches again", async () => {
  const list = await aList(60);
  await list.go({ page: 2 });
  await waitFor(() => expect(rows()).toBe("row 50"));
  await search(" ås ");
  expect(list.address()).toEqual({ filter: "ås" });
  await waitFor(() => expect(rows()).toBe("row 0"));
  const before = list.requests.length;
  await search("ås");
  expect(list.requests).toHaveLength(before + 1);
});

test("a list that fits on a page has no search, unless it was searched", async () => {
  const list = await aList(2);
  expect(screen.queryByRole("searchbox")).toBeNull();
  await list.go({ filter: "x" });
  expect(screen.queryByRole("searchbox")).not.toBeNull();
});

test("the result of an action on a row takes the focus, because the pressed button may be gone", async () => {
  const answer = () => answered({ results: [], page: { entityOffset: 0, entityCount: 0, entityLimit: 50 } });
  await showLoggedIn(<List done="Kari is removed." />, answer);
  const notice = screen.getByText("Kari is removed.").closest("[role=status]");
  expect(document.activeElement).toBe(notice);
});
