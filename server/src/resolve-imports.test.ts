import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = fileURLToPath(new URL("./", import.meta.url));

/** Loads what a start imports, asks Node about each import too, and prints the number of imports and the differences. */
const comparison = `
  import { registerHooks } from "node:module";
  import { resolveImport } from "./resolve-imports.ts";
  let count = 0;
  const differences = [];
  registerHooks({
    resolve(specifier, context, next) {
      const ours = resolveImport(specifier, context, next);
      const nodes = next(specifier);
      count += 1;
      if (ours.url !== nodes.url || ours.format !== nodes.format) differences.push([specifier, context.parentURL, ours, nodes]);
      return { ...nodes, shortCircuit: true };
    },
  });
  await import("./start-portal.ts");
  console.log(JSON.stringify({ count, differences }));
`;

test("each import of a start leads to the file that Node would find", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", comparison], { cwd: here });
  const seen: { count: number; differences: unknown[] } = JSON.parse(stdout);
  expect(seen.differences).toEqual([]);
  expect(seen.count).toBeGreaterThan(1000);
});
