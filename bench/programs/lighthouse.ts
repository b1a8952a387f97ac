/** Runs Lighthouse with its mobile preset and a really throttled network and processor. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { demandCommand } from "@storyport/tools/commands";
import { findChromium } from "@storyport/tools/find-chromium";
import * as z from "zod/mini";
import { sandboxFlags } from "./browser.ts";
import { installPeers } from "./peers.ts";

const category = z.object({ score: z.number(), auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })) });
const number = z.object({ numericValue: z.number() });
const result = z.object({
  categories: z.object({ performance: category, accessibility: category, "best-practices": category, seo: category }),
  audits: z.intersection(
    z.object({ "largest-contentful-paint": number, "cumulative-layout-shift": number }),
    z.record(z.string(), z.object({ score: z.nullable(z.number()), title: z.string() })),
  ),
});

export interface Audit {
  scores: Record<"performance" | "accessibility" | "best practices" | "seo", number>;
  lcpSeconds: number;
  layoutShift: number;
  /** The audits that cost points. */
  faults: string[];
}

export async function auditPage(url: string, folder: string): Promise<Audit> {
  const command = path.join(await installPeers(), "node_modules/lighthouse/cli/index.js");
  const file = path.join(folder, "lighthouse.json");
  const options = [
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    "--throttling-method=devtools",
    "--only-categories=performance,accessibility,best-practices,seo",
    `--chrome-flags=--headless=new ${sandboxFlags.join(" ")}`,
    "--no-enable-error-reporting",
  ];
  await demandCommand([process.execPath, command, url, ...options], { env: { CHROME_PATH: await findChromium() } });
  const { categories, audits } = result.parse(JSON.parse(await readFile(file, "utf8")));
  const percent = ({ score }: { score: number }): number => Math.round(score * 100);
  return {
    scores: {
      performance: percent(categories.performance),
      accessibility: percent(categories.accessibility),
      "best practices": percent(categories["best-practices"]),
      seo: percent(categories.seo),
    },
    lcpSeconds: audits["largest-contentful-paint"].numericValue / 1000,
    layoutShift: audits["cumulative-layout-shift"].numericValue,
    faults: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
      .map(({ id }) => audits[id]?.title ?? id),
  };
}
