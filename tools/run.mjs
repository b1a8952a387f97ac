// Runs a tool with the Node that the project pins, from a bare clone too. Usage: node tools/run.mjs <tool> [words]
import { runWithProjectNode } from "./bootstrap.mjs";

const [tool] = process.argv.splice(2, 1);
await runWithProjectNode(`${tool}.ts`);
