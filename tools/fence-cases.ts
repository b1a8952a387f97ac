/** Code that tries a fence. A fence is a rule of the linter, or a check of ours, that refuses code in the wrong place. */
interface FenceCase {
  /** Where the violation is inserted. */
  readonly file: string;
  readonly code: string;
  /** The rule that must report it. */
  readonly rule: string;
}

const imports = "no-restricted-imports";

/** What the linter must refuse, by the rule that is named. */
export const violations: readonly FenceCase[] = [
  { file: "contract/src/planted.ts", code: `import "react";`, rule: imports },
  { file: "contract/src/planted.ts", code: `import type { x } from "@storyport/server/x";\nexport type X = typeof x;`, rule: imports },
  { file: "contract/src/planted.ts", code: `export { readFile } from "node:fs";`, rule: imports },
  { file: "contract/src/planted.test.ts", code: `import "node:fs";`, rule: imports },
  { file: "server/src/platform/planted.ts", code: `import "#/features/login/log-in.ts";`, rule: imports },
  { file: "server/src/platform/http/planted.ts", code: `export const x = import("#/features/login/routes.ts");`, rule: imports },
  { file: "server/src/platform/planted.ts", code: `import "#/app.ts";`, rule: imports },
  { file: "server/src/platform/planted.ts", code: `import "@storyport/web/router";`, rule: imports },
  { file: "server/src/features/login/planted.ts", code: `import "#/features/games/queries.ts";`, rule: imports },
  { file: "server/src/features/login/planted.ts", code: `import "#/features/games/routes.ts";`, rule: imports },
  { file: "server/src/features/login/planted.ts", code: `import "#/features/games/letters.ts";`, rule: imports },
  { file: "server/src/features/login/planted.ts", code: `import "@storyport/web/router";`, rule: imports },
  { file: "server/src/features/login/planted.ts", code: `import "#/main.ts";`, rule: imports },
  { file: "server/src/planted.ts", code: `import "@storyport/web/router";`, rule: imports },
  { file: "server/seed/planted.ts", code: `import "@storyport/stand-ins/start";`, rule: imports },
  { file: "server/src/features/login/planted.ts", code: `export const port = process.env.PORT;`, rule: "no-process-env" },
  { file: "web/src/ui/planted.tsx", code: `import "#/api/call.ts";`, rule: imports },
  { file: "web/src/ui/planted.tsx", code: `import "@tanstack/react-router";`, rule: imports },
  { file: "web/src/ui/planted.tsx", code: `import "@storyport/texts/messages";`, rule: imports },
  { file: "web/src/features/login/planted.tsx", code: `import "#/area/routes/__root.tsx";`, rule: imports },
  { file: "web/src/features/login/planted.tsx", code: `import "#/public/pages.ts";`, rule: imports },
  { file: "web/src/features/login/planted.tsx", code: `import "@storyport/server/app";`, rule: imports },
  { file: "web/src/shell/planted.tsx", code: `import "#/area/router.tsx";`, rule: imports },
  { file: "web/src/api/planted.ts", code: `import "@storyport/server/app";`, rule: imports },
  { file: "web/src/area/routes/planted.tsx", code: `import "#/api/call.ts";`, rule: imports },
  { file: "web/src/area/routes/planted.tsx", code: `import "@storyport/server/app";`, rule: imports },
  { file: "web/src/public/planted.tsx", code: `import "@tanstack/react-router";`, rule: imports },
  { file: "web/src/public/planted.tsx", code: `import "@tanstack/react-query";`, rule: imports },
  { file: "web/src/planted.ts", code: `import "@storyport/server/app";`, rule: imports },
  { file: "stand-ins/game/planted.ts", code: `import "@storyport/server/app";`, rule: imports },
  { file: "stand-ins/planted.ts", code: `import "@storyport/web/router";`, rule: imports },
  { file: "examples/browser-game/planted.ts", code: `import "@storyport/server/app";`, rule: imports },
  { file: "e2e/journeys/planted.spec.ts", code: `import "@storyport/server/app";`, rule: imports },
  { file: "bench/planted.ts", code: `import "@storyport/web/router";`, rule: imports },
  { file: "tools/planted.ts", code: `import "@storyport/server/app";`, rule: imports },
  ...[
    "contract/src",
    "server/src/features/login",
    "server/src/platform",
    "web/src/ui",
    "web/src/area/routes",
    "stand-ins/game",
    "e2e/journeys",
    "tools",
  ].map((folder) => ({ file: `${folder}/planted.ts`, code: `import "../there.ts";`, rule: "no-relative-parent-imports" })),
  { file: "server/src/planted.ts", code: `const wait = async (): Promise<void> => {};\nwait();\nexport {};`, rule: "no-floating-promises" },
  { file: "web/src/planted.ts", code: `const wait = async (): Promise<void> => {};\nwait();\nexport {};`, rule: "no-floating-promises" },
  {
    file: "server/src/planted.ts",
    code: `[1].forEach(async () => { await Promise.resolve(); });\nexport {};`,
    rule: "no-misused-promises",
  },
  {
    file: "server/src/planted.ts",
    code: `export function word(x: "a" | "b"): string {\n  switch (x) {\n    case "a":\n      return x;\n  }\n  return "";\n}`,
    rule: "switch-exhaustiveness-check",
  },
  { file: "server/src/planted.ts", code: `export const x = (y: any): unknown => y;`, rule: "no-explicit-any" },
  { file: "server/src/planted.ts", code: `export const x = (y: string | undefined): string => y!;`, rule: "no-non-null-assertion" },
  { file: "web/src/features/login/planted.ts", code: `export default 1;`, rule: "no-default-export" },
  { file: "web/src/features/login/PlantedName.tsx", code: `export const x = 1;`, rule: "filename-case" },
  { file: "web/src/features/login/index.ts", code: `export * from "./a.ts";\nexport * from "./b.ts";`, rule: "no-barrel-file" },
];

/** Two files that import each other by `#/`. The proof plants the violations as planted-0, planted-1 and so on, and these two last. */
const one = violations.length;
export const cycle: readonly FenceCase[] = [
  { file: "server/src/features/login/planted.ts", code: circular(one + 1), rule: "no-cycle" },
  { file: "server/src/features/login/planted.ts", code: circular(one), rule: "no-cycle" },
];

/**
 * Violations for tools/check-imports.ts: import cycles, also of types and across folders, imports from a layer above, other
 * names in routes.
 */
export const wrongWays: readonly Omit<FenceCase, "rule">[] = [
  { file: "server/src/features/login/circle.ts", code: `import type { Two } from "./circle-back.ts";\nexport type One = Two;` },
  { file: "server/src/features/login/circle-back.ts", code: `import type { One } from "./circle.ts";\nexport type Two = One | 1;` },
  { file: "server/src/platform/circle.ts", code: `export * from "#/platform/http/circle.ts";` },
  { file: "server/src/platform/http/circle.ts", code: `export const x = import("#/platform/circle.ts");` },
  { file: "contract/src/circle.ts", code: `import type { Y } from "#/circle-back.ts";\nexport type X = Y;` },
  { file: "contract/src/circle-back.ts", code: `import type { X } from "./circle.ts";\nexport type Y = X;` },
  { file: "web/src/ui/circle.tsx", code: `import {\n  type B,\n} from "#/ui/circle-back.tsx";\nexport type A = B;` },
  { file: "web/src/ui/circle-back.tsx", code: `import type { A } from "./circle.tsx";\nexport type B = A;` },
  { file: "server/src/features/audit/upward.ts", code: `import type { X } from "#/features/sessions/x.ts";\nexport type Y = X;` },
  { file: "server/src/features/tokens/upward.ts", code: `import { x } from "#/features/login/x.ts";\nexport const y = x;` },
  { file: "server/src/features/login/upward.ts", code: `export { x } from "#/features/users/x.ts";` },
  { file: "server/src/features/nowhere/unlayered.ts", code: `export const x = 1;` },
  { file: "server/src/features/players/routes.ts", code: `import { listPlayers as endpoint } from "@storyport/contract/players";` },
  { file: "server/src/features/users/routes.ts", code: `import {\n  getUser,\n  createUser as create,\n} from "./create-user.ts";` },
];

/** Files with a part of the path that tools/check-names.ts must refuse. */
export const vagueNames: readonly string[] = [
  "server/src/utils/dates.ts",
  "web/src/features/login/helpers.ts",
  "contract/src/common.ts",
  "server/src/lib/x.ts",
];

/** Code that the fences must accept. A fence that refuses everything would otherwise pass the proof. */
export const allowed: readonly Omit<FenceCase, "rule">[] = [
  {
    file: "contract/src/good.ts",
    code: `import * as z from "zod/mini";\nimport { limit } from "#/limit.ts";\nexport const x = z.string().check(z.maxLength(limit));`,
  },
  { file: "contract/src/limit.ts", code: `export const limit = 3;` },
  { file: "server/src/platform/good.ts", code: `import { limit } from "@storyport/contract/limit";\nexport const x = limit;` },
  {
    file: "server/src/features/login/good.ts",
    code: `import { x } from "#/features/games/list-games.ts";\nimport { y } from "./queries.ts";\nexport const z = [x, y];`,
  },
  { file: "server/src/features/login/queries.ts", code: `export const y = 1;` },
  {
    file: "server/src/features/login/routes.ts",
    code: `import * as contract from "@storyport/contract/login";\nexport const x = { is: "x" as const, contract };`,
  },
  { file: "server/src/features/games/list-games.ts", code: `export const x = 1;` },
  { file: "server/src/app.ts", code: `import { z } from "#/features/login/good.ts";\nexport const app = z;` },
  { file: "web/src/ui/good.tsx", code: `import { useId } from "react";\nexport const useX = (): string => useId();` },
  { file: "web/src/ui/base.tsx", code: `import { Combobox } from "@base-ui/react/combobox";\nexport const base = Combobox;` },
  { file: "web/src/features/login/good.tsx", code: `import { useX } from "#/ui/good.tsx";\nexport const useY = useX;` },
  { file: "web/src/area/routes/good.tsx", code: `import { useY } from "#/features/login/good.tsx";\nexport const useZ = useY;` },
];

function circular(other: number): string {
  return `import { next } from "#/features/login/planted-${other}.ts";\nexport const other = (): unknown => next;\nexport { other as next };`;
}
