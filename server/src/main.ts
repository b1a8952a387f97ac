/**
 * Node strips the types of every file at each start. With the compile cache a start takes two thirds of the time, and the
 * stripper is not loaded. Enable the cache before any other import.
 */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../.cache/compiled/", import.meta.url));
enableCompileCache(folder);
// The hashing threads read this variable.
process.env["NODE_COMPILE_CACHE"] ??= folder;

const { startPortal } = await import("./start-portal.ts");
await startPortal();
