/** A list of students that a teacher checks and imports, for tests. */
import { randomUUID } from "node:crypto";
import { checkClassImport, importClass } from "@storyport/contract/class-imports";
import type { ImportResult, JudgedRow } from "@storyport/contract/class-imports";
import { expect } from "vitest";
import type { Answer, Browser } from "./browser.ts";

export interface ListedRow {
  name: string;
  externalId?: string;
  className?: string;
}

export interface List {
  rows: readonly ListedRow[];
  playerGroupId?: string;
  organizationId?: string;
}

/** Up to 676 names of letters alone, all different to the eye. */
export function manyNames(count: number): string[] {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  return Array.from({ length: count }, (_, index) => `N${letters[Math.floor(index / 26) % 26]}${letters[index % 26]}`);
}

export async function verdictsOf(desk: Browser, list: List): Promise<JudgedRow[]> {
  const answer = await desk.call(checkClassImport, { body: list });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { rows: JudgedRow[] }).rows;
}

type Decide = (row: JudgedRow) => "add" | "skip";
const addsNew: Decide = ({ verdict }) => (verdict === "new" ? "add" : "skip");

/** The request that imports a checked list. */
export function orderOf({ rows, ...place }: List, judged: readonly JudgedRow[], decide: Decide = addsNew) {
  const decided = rows.map((row, index) => {
    const { verdict, playerGroupId: judgedGroupId } = judged[index] ?? { verdict: "wrong" as const };
    return { ...row, verdict, judgedGroupId, decision: judged[index] === undefined ? "skip" : decide(judged[index]) };
  });
  return { id: randomUUID() as string, ...place, rows: decided };
}

export type Order = ReturnType<typeof orderOf>;

export function send(desk: Browser, body: Order): Promise<Answer> {
  return desk.call(importClass, { body });
}

/** Checks a list and imports its new rows. */
export async function importList(desk: Browser, list: List): Promise<ImportResult> {
  const answer = await send(desk, orderOf(list, await verdictsOf(desk, list)));
  expect(answer.status, answer.text).toBe(201);
  return answer.body as ImportResult;
}

export function codeIn(answer: Answer): unknown {
  return Reflect.get(Object(answer.body), "code");
}
