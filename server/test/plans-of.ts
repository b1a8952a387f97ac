/** How PostgreSQL would go about what an operation asks: each of its raw statements explained instead of run. */
import { RawNode } from "kysely";
import type { KyselyPlugin } from "kysely";
import type { Database } from "#/platform/database/connect.ts";

/** The plans as text. The operation gets no rows. */
export async function plansOf(database: Database, operation: (explaining: Database) => Promise<unknown>): Promise<string> {
  const plans: unknown[] = [];
  const explain: KyselyPlugin = {
    transformQuery({ node }) {
      const [first = "", ...rest] = RawNode.is(node) ? node.sqlFragments : [];
      if (!RawNode.is(node) || first.startsWith("set local")) return node;
      return { ...node, sqlFragments: [`explain (format json) ${first}`, ...rest] };
    },
    async transformResult({ result }) {
      plans.push(result.rows);
      return { ...result, rows: [] };
    },
  };
  await operation(database.withPlugin(explain));
  return JSON.stringify(plans);
}
