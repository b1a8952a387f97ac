import path from "node:path";

/** The repository's root. Every tool works from here, wherever it was called. */
export const projectFolder = path.dirname(import.meta.dirname);

/** Derived files of the tools; safe to delete. */
export const cacheFolder = path.join(projectFolder, ".cache");
