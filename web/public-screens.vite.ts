import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseSync } from "vite";
import type { Plugin } from "vite";

const table = path.join(import.meta.dirname, "src/public/pages.ts");

/**
 * Makes a script of each screen in the table of public pages. The public entry names none of them: the server tells a page the script of its
 * screen (`page-files.vite.ts`). So the table itself stays plain, and outside the scripts.
 */
export function publicScreens(): Plugin {
  return {
    name: "storyport:public-screens",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    async buildStart() {
      this.addWatchFile(table);
      for (const file of await screenFiles())
        // A page finds the screen by the name of its export.
        this.emitFile({ type: "chunk", id: path.join(import.meta.dirname, file), preserveSignature: "exports-only" });
    },
  };
}

interface Screen {
  name: string;
  /** Path of the source below the folder web. */
  file: string;
}

/** The sources of all screens, each once. */
export async function screenFiles(): Promise<string[]> {
  return [...new Set((await screensOf()).flatMap((screen) => screen?.file ?? []))];
}

/** The screen of each row, in the order of the table; undefined for a redirect. */
export async function screensOf(): Promise<(Screen | undefined)[]> {
  const code = await readFile(table, "utf8");
  const imports = new Map(
    [...code.matchAll(/^import \{([^}]+)\} from "#\/([^"]+)";$/gm)].flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [name.trim(), `src/${file}`] as const),
    ),
  );
  return rowsIn(parseSync(table, code).program).map((name) => {
    const file = name === undefined ? undefined : imports.get(name);
    if (name !== undefined && file === undefined) throw new Error(`The table of public pages does not import ${name}.`);
    return name === undefined || file === undefined ? undefined : { name, file };
  });
}

/** Returns the name behind `Screen:` of each row of the array `pages`; undefined for a redirect. Throws for another row without a name. */
function rowsIn(node: unknown): (string | undefined)[] {
  if (Array.isArray(node)) return node.flatMap(rowsIn);
  if (typeof node !== "object" || node === null) return [];
  const { type, id, init } = Object(node);
  if (type !== "VariableDeclarator" || id?.name !== "pages") return Object.values(node).flatMap(rowsIn);
  return init.elements.map((row: Row) => {
    const name = row.arguments[0]?.properties?.find(({ key }) => key?.name === "Screen")?.value?.name;
    if (name === undefined && row.callee?.name !== "publicRedirect") throw new Error("A row of the table of public pages names no Screen.");
    return name;
  });
}

interface Row {
  callee?: { name: string };
  arguments: { properties?: { key?: { name: string }; value?: { name: string } }[] }[];
}
