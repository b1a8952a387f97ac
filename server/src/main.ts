/**
 * Node strips the types of every file at every start; kept compiled, a start takes two thirds of the time and the stripper
 * stays out of memory. So the cache is switched on before anything else is imported.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../.cache/compiled/", import.meta.url));
enableCompileCache(folder);
// The hashing threads read it from here.
process.env["NODE_COMPILE_CACHE"] ??= folder;

const { startPortal } = await import("./start-portal.ts");
await startPortal();
