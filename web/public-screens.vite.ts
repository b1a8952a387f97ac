import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const moduleName = "virtual:public-screens";
const table = path.join(import.meta.dirname, "src/public/pages.ts");

/**
 * The browser's view of the table of public pages: how to load each row's screen, without the server-side load functions. So the table
 * itself stays plain and outside the scripts.
 */
export function publicScreens(): Plugin {
  return {
    name: "storyport:public-screens",
    resolveId: (source) => (source === moduleName ? `\0${moduleName}` : null),
    async load(id) {
      if (id !== `\0${moduleName}`) return null;
      this.addWatchFile(table);
      const rows = (await screensOf(this)).map((screen) =>
        screen === undefined ? "undefined" : `() => import(${JSON.stringify(`/${screen.file}`)}).then((late) => late.${screen.name})`,
      );
      return `export const screens = [${rows.join(",\n")}];`;
    },
  };
}

interface Screen {
  name: string;
  /** Path of the source below the folder web. */
  file: string;
}

interface Parser {
  parse: (code: string, options: { lang: "ts" }) => unknown;
}

/** The screen of each row, in the order of the table; undefined for a redirect. */
export async function screensOf(parser: Parser): Promise<(Screen | undefined)[]> {
  const code = await readFile(table, "utf8");
  const imports = new Map(
    [...code.matchAll(/^import \{([^}]+)\} from "#\/([^"]+)";$/gm)].flatMap(([, names = "", file = ""]) =>
      names.split(",").map((name) => [name.trim(), `src/${file}`] as const),
    ),
  );
  return rowsIn(parser.parse(code, { lang: "ts" })).map((name) => {
    const file = name === undefined ? undefined : imports.get(name);
    if (name !== undefined && file === undefined) throw new Error(`The table of public pages does not import ${name}.`);
    return name === undefined || file === undefined ? undefined : { name, file };
  });
}

/** Returns the source text behind `Screen:` of each row of the array `pages`. */
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
