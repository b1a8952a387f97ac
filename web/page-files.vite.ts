import { locales } from "@storyport/texts/runtime";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Manifest, Plugin } from "vite";
import { manifestOf } from "./page-language.vite.ts";
import { screensOf } from "./public-screens.vite.ts";
import type { BuiltFiles } from "./src/shell/page-files.ts";

const moduleName = "virtual:page-files";
const client = path.join(import.meta.dirname, "dist/client");

/**
 * Gives the server's half what it needs of the browser's build, which must exist already. The manifests list the files of each language:
 * a page's head names its scripts. The text of the style sheets is written into the page. The screens are those of the table of pages.
 */
export function pageFiles(): Plugin {
  return {
    name: "storyport:page-files",
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    resolveId: (source) => (source === moduleName ? `\0${moduleName}` : null),
    async load(id) {
      if (id !== `\0${moduleName}`) return null;
      const manifests: Record<string, Manifest> = {};
      for (const locale of locales) {
        const manifestFile = path.join(client, manifestOf(locale));
        this.addWatchFile(manifestFile);
        manifests[locale] = JSON.parse(await readFile(manifestFile, "utf8"));
      }
      const sheets = new Set(Object.values(manifests).flatMap(sheetsOf));
      const screens = (await screensOf()).map((screen) => screen ?? null);
      const built: BuiltFiles = { manifests, styles: await readStyles([...sheets]), screens };
      return `export const builtFiles = ${JSON.stringify(built)};`;
    },
  };
}

function sheetsOf(manifest: Manifest): string[] {
  return Object.values(manifest).flatMap(({ css }) => (css ?? []).map((file) => `/${file}`));
}

async function readStyles(addresses: readonly string[]): Promise<Record<string, string>> {
  const read = async (address: string) => [address, (await readFile(path.join(client, address), "utf8")).trim()] as const;
  return Object.fromEntries(await Promise.all(addresses.map(read)));
}
