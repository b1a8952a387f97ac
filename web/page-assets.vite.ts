import { locales } from "@storyport/texts/runtime";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest, ManifestChunk, Plugin } from "vite";
import { manifestOf } from "./page-language.vite.ts";
import type { LanguageAssets, PageAssets } from "./src/page-assets.ts";

const moduleName = "virtual:page-assets";
const client = path.join(import.meta.dirname, "dist/client");

/** Tells the server's half which files of the browser's build each route needs, so that a page names them in its head. */
export function pageAssets(): Plugin {
  return {
    name: "storyport:page-assets",
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    resolveId: (source) => (source === moduleName ? `\0${moduleName}` : null),
    async load(id) {
      if (id !== `\0${moduleName}`) return null;
      const languages: Record<string, LanguageAssets> = {};
      const sheets = new Set<string>();
      const routeTree = await readFile(path.join(import.meta.dirname, "src/routeTree.gen.ts"), "utf8");
      for (const locale of locales) {
        const manifestFile = path.join(client, manifestOf(locale));
        this.addWatchFile(manifestFile);
        const manifest: Manifest = JSON.parse(await readFile(manifestFile, "utf8"));
        languages[locale] = collect(manifest, routeTree);
        for (const sheet of sheetsOf(manifest)) sheets.add(sheet);
      }
      const assets: PageAssets = { languages, styles: await readStyles([...sheets]) };
      return `export const pageAssets = ${JSON.stringify(assets)};`;
    },
  };
}

function collect(manifest: Manifest, routeTree: string): LanguageAssets {
  const chunks = Object.entries(manifest);
  const [, entry] = chunks.find(([, chunk]) => chunk.isEntry === true) ?? [];
  if (entry === undefined) throw new Error("The browser's build has no entry. Run `vite build` before `vite build --ssr`.");
  const first = filesOf(manifest, entry);
  const routes: LanguageAssets["routes"] = { __root__: first };
  for (const [source, chunk] of chunks) {
    const routeId = routeIdOf(source);
    if (routeId === undefined) continue;
    if (routeId !== "__root__" && !routeTree.includes(`"${routeId}"`)) throw new Error(`${source} is no route called ${routeId}.`);
    const files = filesOf(manifest, chunk);
    const known = routes[routeId];
    const more = files.scripts.filter((script) => !first.scripts.includes(script));
    routes[routeId] = { scripts: union(known?.scripts, more), css: union(known?.css, files.css) };
  }
  const advice = manifest["src/features/passwords/password-advice.ts"];
  if (advice === undefined) throw new Error("The browser's build has no advice on passwords of its own.");
  const early = Object.keys(routes).find((route) => routes[route]?.scripts.includes(`/${advice.file}`));
  if (early !== undefined) throw new Error(`${early} loads the dictionaries of the advice on passwords before anybody types.`);
  const menu = manifest["src/shell/user-menu.tsx"];
  if (menu === undefined) throw new Error("The browser's build has no user menu of its own.");
  const menuScripts = filesOf(manifest, menu).scripts.filter((script) => !first.scripts.includes(script));
  return { entry: `/${entry.file}`, routes, lateStyles: lateStyles(manifest, entry), menuScripts };
}

function sheetsOf(manifest: Manifest): string[] {
  return Object.values(manifest).flatMap(({ css }) => (css ?? []).map((file) => `/${file}`));
}

/** The script of a chunk and all it imports at once; what it imports lazily is another page's. */
function filesOf(manifest: Manifest, chunk: ManifestChunk): { scripts: string[]; css: string[] } {
  const seen = new Set<ManifestChunk>();
  const visit = (current: ManifestChunk | undefined): void => {
    if (current === undefined || seen.has(current)) return;
    for (const name of current.imports ?? []) visit(manifest[name]);
    seen.add(current);
  };
  visit(chunk);
  const all = [...seen];
  return {
    scripts: all.map(({ file }) => `/${file}`),
    css: union(
      all.flatMap(({ css }) => (css ?? []).map((file) => `/${file}`)),
      [],
    ),
  };
}

/** What the frame loads late by itself, such as the user menu, is drawn by the server too where somebody is logged in. */
function lateStyles(manifest: Manifest, entry: ManifestChunk): string[] {
  const late = (entry.dynamicImports ?? []).filter((source) => !source.startsWith("src/routes/"));
  return late.flatMap((source) => {
    const chunk = manifest[source];
    return chunk === undefined ? [] : filesOf(manifest, chunk).css;
  });
}

/** "src/routes/account/delete.{-$token}.tsx?tsr-split=component" -> "/account/delete/{-$token}" */
function routeIdOf(source: string): string | undefined {
  const [, file] = /^src\/routes\/(.+)\.tsx\?/.exec(source) ?? [];
  if (file === undefined) return undefined;
  if (file === "__root") return "__root__";
  const name = file.replaceAll(".", "/").replaceAll("[_]", "_");
  return `/${name.replace(/(^|\/)(route|index)$/, (_, slash, word) => (word === "index" ? slash : ""))}`;
}

async function readStyles(hrefs: readonly string[]): Promise<Record<string, string>> {
  const read = async (href: string) => [href, (await readFile(path.join(client, href), "utf8")).trim()] as const;
  return Object.fromEntries(await Promise.all(hrefs.map(read)));
}

function union(first: readonly string[] | undefined, second: readonly string[]): string[] {
  return [...new Set([...(first ?? []), ...second])];
}
