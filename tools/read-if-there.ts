import { readFile } from "node:fs/promises";

/** Reads a text file. Returns "" if there is none; any other fault is thrown. */
export async function readIfThere(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  }
}
