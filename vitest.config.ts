import path from "node:path";

import { defineConfig } from "vitest/config";
import { examples } from "./web/examples.vite.ts";
import { runbook } from "./web/runbook.vite.ts";

// `expect.poll` waits for a second by itself, which is too short on a busy machine.
const node = { environment: "node", testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } } as const;
// Loading the modules takes longer than most tests, so the files of one worker share them. Then no test may leave a trace in a module. The
// shuffled order of the server's files finds a test that does. The files of web share nothing, because their tests replace the router.
const sharing = { ...node, isolate: false } as const;

export default defineConfig({
  test: {
    // One more than the cores that the tests are planned for. A worker often waits for the database, for processes that it starts, and for
    // time limits.
    maxWorkers: 3,
    projects: [
      { test: { ...sharing, name: "contract", root: "contract", include: ["src/**/*.test.ts"] } },
      {
        test: {
          ...sharing,
          name: "server",
          root: "server",
          include: ["**/*.test.ts"],
          globalSetup: path.join(import.meta.dirname, "tools/vitest-database.ts"),
          // The order of the files changes with each run. The output has its seed, for --sequence.seed.
          sequence: { shuffle: { files: true } },
        },
      },
      {
        plugins: [runbook(), examples()],
        test: {
          ...node,
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}"],
          setupFiles: [path.join(import.meta.dirname, "web/src/shell/slow-machine.fixture.ts")],
        },
      },
      { test: { ...sharing, name: "stand-ins", root: "stand-ins", include: ["**/*.test.ts"] } },
      { test: { ...sharing, name: "bench", root: "bench", include: ["**/*.test.ts"] } },
      { test: { ...sharing, name: "tools", root: "tools", include: ["*.test.ts"] } },
    ],
  },
});
