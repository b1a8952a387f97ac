import { runWithProjectNode } from "./bootstrap.mjs";

await runWithProjectNode("test.ts");
