import { runWithProjectNode } from "./bootstrap.mjs";

await runWithProjectNode("start.ts");
