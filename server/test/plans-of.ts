/** Explains how PostgreSQL runs an operation: each of its raw statements becomes an `explain`. */
import { RawNode } from "kysely";
import type { KyselyPlugin } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** Returns the plans as text. The operation gets no rows. */
export async function plansOf(database: Database, operation: Explained): Promise<string> {
  return JSON.stringify(await explain(database, operation, "format json"));
}

/** Returns the executed steps of the plans, with loops and rows. Executes the statements, but the operation gets no rows. */
export async function stepsTaken(database: Database, operation: Explained): Promise<PlanStep[]> {
  const plans = await explain(database, operation, "format json, analyze, timing off");
  return stepsIn(plans).filter((step) => Number(step["Actual Loops"]) > 0);
}

export type PlanStep = Record<string, unknown>;

/** Returns every step of a plan, at any depth. */
export function stepsIn(value: unknown): PlanStep[] {
  if (Array.isArray(value)) return value.flatMap(stepsIn);
  if (!isStep(value)) return [];
  return [...("Node Type" in value ? [value] : []), ...Object.values(value).flatMap(stepsIn)];
}

function isStep(value: unknown): value is PlanStep {
  return typeof value === "object" && value !== null;
}

type Explained = (explaining: Database) => Promise<unknown>;

async function explain(database: Database, operation: Explained, options: string): Promise<unknown[]> {
  const plans: unknown[] = [];
  const explaining: KyselyPlugin = {
    transformQuery({ node }) {
      const [first = "", ...rest] = RawNode.is(node) ? node.sqlFragments : [];
      if (!RawNode.is(node) || first.startsWith("set local")) return node;
      return { ...node, sqlFragments: [`explain (${options}) ${first}`, ...rest] };
    },
    async transformResult({ result }) {
      plans.push(result.rows);
      return { ...result, rows: [] };
    },
  };
  await operation(database.withPlugin(explaining));
  return plans;
}
