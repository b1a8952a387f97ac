/**
 * Starts the portal. In production server/run.mjs leads here; `npm start` starts this file itself. Node strips the types of every file at each
 * start, unless the compile cache has the result. Both enable the cache before Node reads this file, so that Node never loads its stripper.
 * Here it is enabled for any other start, before any other import.
 */
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

/** An older Node that reads TypeScript fails at the first import by "#/". Node 20 cannot even read this file; server/run.mjs helps both. */
const oldestNode = [24, 14] as const;

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
  console.error(
    `Storyport needs Node ${oldestNode.join(".")} or newer; this is Node ${process.versions.node}. \`node server/run.mjs portal\` finds the ` +
      "right one, which `npm install` brings.",
  );
  process.exit(1);
}

const folder = fileURLToPath(new URL("../../.cache/compiled/", import.meta.url));
enableCompileCache(folder);
// The hashing threads read this variable.
process.env["NODE_COMPILE_CACHE"] ??= folder;

// After the cache, so that Node does not strip this file either.
const { resolveImport } = await import("./resolve-imports.ts");
registerHooks({ resolve: resolveImport });
const { startPortal } = await import("./start-portal.ts");
await startPortal();
