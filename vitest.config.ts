import path from "node:path";

import { defineConfig } from "vitest/config";

const node = { environment: "node", testTimeout: 60_000, hookTimeout: 120_000 } as const;

export default defineConfig({
  test: {
    projects: [
      { test: { ...node, name: "contract", root: "contract", include: ["src/**/*.test.ts"] } },
      {
        test: {
          ...node,
          name: "server",
          root: "server",
          include: ["**/*.test.ts"],
          globalSetup: path.join(import.meta.dirname, "tools/vitest-database.ts"),
        },
      },
      { test: { ...node, name: "web", root: "web", include: ["src/**/*.test.{ts,tsx}"] } },
      { test: { ...node, name: "stand-ins", root: "stand-ins", include: ["**/*.test.ts"] } },
      { test: { ...node, name: "tools", root: "tools", include: ["*.test.ts"] } },
    ],
  },
});
