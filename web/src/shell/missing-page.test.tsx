// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { PageHeading } from "#/ui/page-heading.tsx";
import { showLoggedIn } from "./logged-in-page.fixture.tsx";
import { MissingPage } from "./missing-page.tsx";

/** A page that loads until the returned function is called. */
async function openPage(): Promise<() => Promise<void>> {
  let show = (): void => undefined;
  function Loading() {
    const [isThere, setThere] = useState(false);
    show = () => setThere(true);
    if (isThere) return <PageHeading>Class 2A</PageHeading>;
    return (
      <MissingPage heading="Class" error={null} text={() => ""} onRetry={() => undefined}>
        <a href="/player-groups">All classes</a>
      </MissingPage>
    );
  }
  await showLoggedIn(
    <main>
      <Loading />
    </main>,
  );
  return async () => await act(async () => show());
}

test("the heading of a page that loads hands the focus on to the heading of the loaded page", async () => {
  const finish = await openPage();
  screen.getByRole("heading", { level: 1, name: "Class" }).focus();
  await finish();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1, name: "Class 2A" }));
});

test("a page that has loaded leaves the focus where the user has moved it", async () => {
  const finish = await openPage();
  screen.getByRole("link", { name: "All classes" }).focus();
  await finish();
  expect(document.activeElement).toBe(document.body);
});
