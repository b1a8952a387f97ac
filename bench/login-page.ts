/** Measures the login page on a slow phone: what it loads, when it is ready, how fast it reacts to a tap. */
import type { Browser } from "playwright-core";
import type { CleanUp } from "#/figures/clean-up.ts";
import { median } from "#/figures/rounds.ts";
import { runBench, tell } from "#/figures/run-bench.ts";
import type { Figure, Report } from "#/figures/run-bench.ts";
import { listLoadedFiles, openBrowser, worstInteraction } from "#/programs/browser.ts";
import type { LoadedFile } from "#/programs/browser.ts";
import { auditPage } from "#/programs/lighthouse.ts";
import type { Audit } from "#/programs/lighthouse.ts";
import { peers } from "#/programs/peers.ts";
import { startPortal, temporaryFolder } from "#/programs/portal.ts";
import { startDatabaseServer } from "#/stores/database.ts";

const turns = 3;
const mostBytes = 90_000;
/** Calls and words of the admin area alone. Code that contains one belongs to the admin area. */
const ofAdminArea = [
  "User Search",
  "Create a new user",
  "users/search",
  "users/create",
  "admin/player/search",
  "admin/user/players",
  "organization/create",
  "user-groups/create",
];

await runBench("login-page", measure);

async function measure(cleanUp: CleanUp): Promise<Report> {
  const server = await startDatabaseServer(cleanUp);
  const portal = await startPortal(cleanUp, await server.create("pages"));
  const origin = `http://localhost:${portal.port}`;
  const folder = await temporaryFolder(cleanUp);
  const browser = await openBrowser(cleanUp);
  // The first visit warms the portal up.
  await listLoadedFiles(browser, `${origin}/login`);
  const login = await listLoadedFiles(browser, `${origin}/login`);
  const form = await listLoadedFiles(browser, `${origin}/login/password`);
  const audits = { login: await audit(`${origin}/login`, folder), form: await audit(`${origin}/login/password`, folder) };
  const interactions = await interact(browser, `${origin}/login/password`);
  const adminCode = login.filter(({ text }) => ofAdminArea.some((sign) => text.includes(sign))).map((file) => file.path);
  // Each schema of zod has a member of this name.
  const schemas = login.filter(({ text }) => text.includes("_zod")).map((file) => file.path);
  return {
    figures: [
      ...pageFigures("/login", login, audits.login),
      ...pageFigures("/login/password", form, audits.form),
      {
        what: "worst interaction, 4 x slower processor",
        measured: `${median(interactions)} ms`,
        goal: "<= 100 ms",
        isMet: median(interactions) <= 100,
      },
      { what: "schema library on /login", measured: schemas.join(" ") || "none", goal: "none", isMet: schemas.length === 0 },
      { what: "admin code on /login", measured: adminCode.join(" ") || "none", goal: "none", isMet: adminCode.length === 0 },
    ],
    rounds: {
      "/login LCP, s": audits.login.map((audit) => audit.lcpSeconds),
      "/login/password LCP, s": audits.form.map((audit) => audit.lcpSeconds),
      "worst interaction, ms": interactions,
    },
    notes: [
      `what cost points: ${[...new Set([...audits.login, ...audits.form].flatMap(({ faults }) => faults))].join("; ") || "nothing"}`,
      `Lighthouse ${peers.lighthouse}, mobile, throttling-method=devtools, median of ${turns}`,
      "files of /login:",
      ...login.map(describeFile),
    ],
  };
}

function pageFigures(page: string, files: readonly LoadedFile[], audits: readonly Audit[]): Figure[] {
  const sum = (...kinds: string[]): number =>
    files.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)).reduce((all, { bytes }) => all + bytes, 0);
  const kilo = (bytes: number): string => (bytes / 1000).toFixed(1);
  const parts = `HTML ${kilo(sum("document"))}, JS ${kilo(sum("script"))}, CSS ${kilo(sum("stylesheet"))}, fonts ${kilo(sum("font"))}`;
  const lcp = median(audits.map((audit) => audit.lcpSeconds));
  const score = (name: keyof Audit["scores"]): number => median(audits.map((audit) => audit.scores[name]));
  const scores = [score("performance"), score("accessibility"), score("best practices"), score("seo")];
  return [
    { what: `${page}, bytes in all`, measured: `${kilo(sum())} kB (${parts})`, goal: "<= 90 kB", isMet: sum() <= mostBytes },
    { what: `${page}, LCP throttled`, measured: `${lcp.toFixed(2)} s`, goal: "<= 0.8 s", isMet: lcp <= 0.8 },
    { what: `${page}, Lighthouse`, measured: scores.join(" / "), goal: "100 four times", isMet: scores.every((value) => value === 100) },
    { what: `${page}, layout shift`, measured: median(audits.map((audit) => audit.layoutShift)).toFixed(3) },
  ];
}

async function audit(url: string, folder: string): Promise<Audit[]> {
  const audits: Audit[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    tell(`Lighthouse ${turn} of ${turns}: ${url}`);
    audits.push(await auditPage(url, folder));
  }
  return audits;
}

async function interact(browser: Browser, url: string): Promise<number[]> {
  const worst: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    tell(`typing and sending, ${turn} of ${turns}`);
    worst.push(await worstInteraction(browser, url));
  }
  return worst;
}

function describeFile({ path, kind, bytes, encoding }: LoadedFile): string {
  return `  ${path} (${kind}, ${encoding || "as it is"}): ${bytes}`;
}
