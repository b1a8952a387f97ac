/** Runs `npm run admin` as the operator does: the real script in its own process. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const project = fileURLToPath(new URL("../../", import.meta.url));

interface Ended {
  code: number | null;
  output: string;
}

const { PATH = "", HOME = "" } = process.env;

/** Runs through npm, as an operator types it. One test uses it, because npm is slow. */
export function npmRunAdmin(words: string[], env: Record<string, string>): Promise<Ended> {
  return run("npm", { words: ["run", "--silent", "admin", "--", ...words], env });
}

export function runAdmin(words: string[], env: Record<string, string>): Promise<Ended> {
  return run(process.execPath, { words: ["server/run.mjs", "admin", ...words], env });
}

/** Runs it where files have at most so many blocks of the shell, each half a kilobyte or one. A write beyond is cut short, as on a full disk. */
export function runAdminInBlocks(blocks: number, words: string[], env: Record<string, string>): Promise<Ended> {
  const command = [process.execPath, "server/run.mjs", "admin", ...words];
  return run("sh", { words: ["-c", `ulimit -f ${blocks} && exec "$@"`, "sh", ...command], env });
}

function run(program: string, { words, env }: { words: string[]; env: Record<string, string> }): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(program, words, { cwd: project, env: { PATH, HOME, ...env } }, (_, out, err) => {
      resolve({ code: child.exitCode, output: out + err });
    });
  });
}
