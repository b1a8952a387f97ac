// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { emptyDraft } from "./import-draft.ts";
import { dropKeptDraft, keepDraft, readKeptDraft } from "./kept-draft.ts";

beforeEach(() => sessionStorage.clear());

const keep = (playerGroupId: string | undefined, text: string) => keepDraft("kari", { ...emptyDraft(playerGroupId), text });
const read = (playerGroupId: string | undefined, accountId = "kari") => readKeptDraft({ accountId, playerGroupId })?.text;

test("the newest list of each class is kept, and that of no class, until it is dropped", () => {
  keep("2A", "Nora");
  keep("3B", "Emil");
  keep(undefined, "Li");
  keep("2A", "Nora, Bo");
  expect([read("2A"), read("3B"), read(undefined)]).toEqual(["Nora, Bo", "Emil", "Li"]);
  dropKeptDraft({ accountId: "kari", playerGroupId: "2A" });
  expect([read("2A"), read("3B"), read(undefined)]).toEqual([undefined, "Emil", "Li"]);
});

test("a list is gone an hour after its last change, also if another class's list is younger", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  keep("2A", "Nora");
  vi.advanceTimersByTime(60 * 60_000);
  keep("3B", "Emil");
  expect(read("2A")).toBe("Nora");
  vi.advanceTimersByTime(1);
  expect([read("2A"), read("3B")]).toEqual([undefined, "Emil"]);
  keep("3B", "Emil");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Nora");
});

test("another account finds no list, and then none is left", () => {
  keep("2A", "Nora");
  keep("3B", "Emil");
  expect(read("2A", "camille")).toBeUndefined();
  expect({ ...sessionStorage }).toEqual({});
});
