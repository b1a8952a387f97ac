// @vitest-environment happy-dom
import { m } from "@storyport/texts/messages";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { exampleFiles } from "virtual:examples";
import { showLoggedIn } from "#/shell/logged-in-page.fixture.tsx";
import { ExampleList } from "./example-list.tsx";
import { ExampleScreen } from "./example-screen.tsx";
import { exampleNames } from "./example-words.ts";

test("every folder of examples is listed with its command, and leads to its source", async () => {
  expect(Object.keys(exampleFiles).toSorted()).toEqual(exampleNames.toSorted());
  await showLoggedIn(<ExampleList />);
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(exampleNames);
  for (const name of exampleNames) {
    expect(screen.getByText(`npm run example ${name}`)).toBeTruthy();
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(`/bench/examples/${name}`);
  }
});

test.each(exampleNames)("the page of %s has every file, the README first, as text", async (name) => {
  await showLoggedIn(<ExampleScreen name={name} />);
  const files = exampleFiles[name] ?? [];
  expect(files[0]?.name).toBe("README.md");
  expect(files.length).toBeGreaterThan(1);
  for (const file of files) {
    expect(screen.getByLabelText(file.name).textContent).toBe(file.text);
    const save = screen.getByRole("link", { name: m["bench.exampleSave"]({ file: file.name }) });
    expect([save.getAttribute("download"), decodeURIComponent(save.getAttribute("href") ?? "")]).toEqual([
      file.name,
      `data:text/plain;charset=utf-8,${file.text}`,
    ]);
  }
});

test.each(["no-such-example", "constructor", "__proto__"])("the name %s has no page", async (name) => {
  await showLoggedIn(<ExampleScreen name={name} />);
  expect(screen.getByText(m["bench.exampleNone"]())).toBeTruthy();
});
