// Runs a tool, from a bare clone too, on a Node that is new enough (bootstrap.mjs). Usage: node tools/run.mjs <tool> [words]
import { runWithProjectNode } from "./bootstrap.mjs";

const [tool] = process.argv.splice(2, 1);
await runWithProjectNode(`${tool}.ts`);
