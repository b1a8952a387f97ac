/** Lists the files that a page needs, so that its head names them and no second round trip is needed. */
import type { Locale } from "@storyport/texts/runtime";
import { builtFiles } from "virtual:page-files";
import { chunksOf } from "./built-chunks.ts";
import type { BuiltManifest } from "./built-chunks.ts";
import type { ScreenScript } from "./page-data.ts";

/** The files of the browser's build. page-files.vite.ts fills them in when the server's half is built. @internal */
export interface BuiltFiles {
  /** For each language Vite's manifest. */
  manifests: Readonly<Record<string, BuiltManifest>>;
  /** The text of every style sheet, by its address. All languages share them. */
  styles: Readonly<Record<string, string>>;
  /** For each row of the table of public pages: the source of its screen (`file`) and its name. Null for a redirect. */
  screens: readonly (ScreenScript | null)[];
}

export interface PageFiles {
  /** The address of the first script. */
  entry: string;
  /** The first script and all scripts that it imports. */
  scripts: readonly string[];
  /** Style sheets by their address. */
  styles: readonly (readonly [address: string, css: string])[];
}

/** A script of its own, because visitors without an account do not need it. */
const userMenu = "src/shell/user-menu.tsx";

/** The files of the public page in this row of the table. */
export function publicPageFiles(language: Locale, row: number, hasAccount: boolean): PageFiles & { screen: ScreenScript } {
  const screen = builtFiles.screens[row];
  if (screen === null || screen === undefined) throw new Error(`Row ${row} of the table of public pages has no screen.`);
  const { file, name } = screen;
  const files = filesOf(language, "src/public/entry-public.tsx", hasAccount ? [file, userMenu] : [file]);
  return { ...files, screen: { file: `/${builtFiles.manifests[language]?.[file]?.file ?? ""}`, name } };
}

/**
 * The files of a page of the logged-in area. The router splits its routes itself, and names the parts by a suffix after a question mark.
 */
export function areaPageFiles(language: Locale, routeFile: string): PageFiles {
  const parts = Object.keys(builtFiles.manifests[language] ?? {}).filter((source) => source.startsWith(`${routeFile}?`));
  return filesOf(language, "src/area/entry-area.tsx", parts);
}

/** The files of a page's entry, and of the parts that the entry imports only when it runs. */
function filesOf(language: Locale, entry: string, parts: readonly string[]): PageFiles {
  const manifest = builtFiles.manifests[language] ?? {};
  const chunks = chunksOf(manifest, [entry, ...parts]);
  const sheets = new Set(chunks.flatMap(({ css }) => (css ?? []).map((file) => `/${file}`)));
  return {
    entry: `/${manifest[entry]?.file ?? ""}`,
    scripts: chunks.map(({ file }) => `/${file}`),
    styles: [...sheets].map((address) => [address, builtFiles.styles[address] ?? ""]),
  };
}
