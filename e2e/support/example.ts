/** An example of `examples/`, registered and started as its README says. */
import type { ExampleName } from "@storyport/tools/register-example";
import { projectFolder } from "@storyport/tools/project-folder";
import { findFreePorts } from "@storyport/tools/ports";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test as journey } from "./journey.ts";
import { portalUrl } from "./world.ts";

export interface RunningExample {
  /** Where its web server listens. */
  readonly url: string;
  /** What it has printed. */
  output: () => string;
  type: (line: string) => void;
  /** Its exit code. */
  ended: () => Promise<number | null>;
}

export const test = journey.extend<{
  start: (name: ExampleName, settings?: { ISSUER?: string; NODE_OPTIONS?: string }) => Promise<RunningExample>;
}>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads the needed fixtures from this pattern, and there are none
  start: async ({}, travel) => {
    const stops: (() => Promise<void>)[] = [];
    await travel(async (name, settings) => {
      const port = await findFreePorts(1);
      const env = { ...process.env, PORTAL_URL: portalUrl, EXAMPLE_PORT: String(port), ...settings };
      const child = spawn(process.execPath, ["tools/run.mjs", "example", name], {
        cwd: projectFolder,
        env,
        stdio: ["pipe", "pipe", "inherit"],
      });
      let printed = "";
      child.stdout.on("data", (part: Buffer) => (printed += part.toString()));
      const exit = once(child, "exit");
      stops.push(async () => {
        child.kill("SIGTERM");
        await exit;
      });
      const example: RunningExample = {
        url: `http://127.0.0.1:${port}`,
        output: () => printed,
        type: (line) => child.stdin.write(`${line}\n`),
        ended: async () => (await exit)[0] as number | null,
      };
      await expect.poll(() => child.exitCode ?? printed).toMatch(/ is at http|Open this address/);
      return example;
    });
    await Promise.all(stops.map((stop) => stop()));
  },
});
