import path from "node:path";

/** The repository's root. Tools build their paths from it, so that they work from any folder. */
export const projectFolder = path.dirname(import.meta.dirname);

/** What tools keep between runs, such as hashes and downloaded programs. It is safe to delete. */
export const cacheFolder = path.join(projectFolder, ".cache");
