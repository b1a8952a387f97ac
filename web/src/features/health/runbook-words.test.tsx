// @vitest-environment happy-dom
import { findingCodes } from "@storyport/contract/health";
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { sections } from "virtual:runbook";
import { findingText, isFault, runbookSection } from "./health-texts.ts";
import { RunbookWords } from "./runbook-words.tsx";

afterEach(cleanup);

test("the runbook's words are shown without the marks of its file, in English", () => {
  const { container } = render(<RunbookWords name="LettersWait" />);
  const paragraphs = [...container.querySelectorAll("p")];
  expect(paragraphs.map((paragraph) => paragraph.querySelector("strong")?.textContent)).toEqual(["People notice", "Look", "Do"]);
  expect(container.querySelector("code")?.textContent).toBe("storyport_outbox_failing_letters");
  expect(container.textContent).not.toMatch(/\*\*|`|\]\(/);
  expect(container.querySelector("[lang=en]")).not.toBeNull();
});

test("a finding without a section in the runbook shows nothing of it", () => {
  expect(render(<RunbookWords name="KeysDiffer" />).container.innerHTML).toBe("");
});

test("the findings about which the runbook has a section find it, and each finding has words of its own", () => {
  const withSection = findingCodes.filter((code) => sections[runbookSection(code)] !== undefined);
  expect(withSection).toEqual([
    "PortalDown",
    "SeveralVersions",
    "LettersWait",
    "LettersFail",
    "SweepStalls",
    "SweepFails",
    "SigningKeyEnds",
  ]);
  const words = findingCodes.map((code) => findingText({ code, about: "x" }));
  expect(new Set(words.map(({ title }) => title)).size).toBe(findingCodes.length);
  expect(new Set(words.map(({ advice }) => advice)).size).toBe(findingCodes.length);
});

test("the findings that are expected for a while are no faults", () => {
  expect(findingCodes.filter((code) => !isFault(code))).toEqual([
    "SeveralVersions",
    "LettersFail",
    "PreviousKeySeals",
    "PreviousKeyUnused",
  ]);
});
