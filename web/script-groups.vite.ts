import path from "node:path";

interface Module {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
}

interface Modules {
  getModuleInfo: (id: string) => Module | null;
}

interface Roots {
  files: readonly string[];
  /** Follows lazy imports too. */
  andLate?: boolean;
}

/**
 * Groups modules into three scripts, since few files compress better than many. The first script has the code that every public page needs,
 * and that of the login screen, where most visits begin. The second has code that other public pages share. The third has code that pages
 * behind the login share. `screens`: the sources of the screens of public pages.
 */
export function scriptGroups(screens: readonly string[]) {
  return [
    group("first", { files: ["public/entry-public.tsx", "features/login/login-screen.tsx"] }),
    {
      ...group("public", { files: ["public/entry-public.tsx", ...screens.map((file) => file.replace("src/", ""))], andLate: true }),
      minShareCount: 2,
    },
    { ...group("area", { files: ["area/entry-area.tsx"], andLate: true }), minShareCount: 2 },
  ];
}

function group(name: string, roots: Roots) {
  let parts: ReturnType<typeof partsOf> | undefined;
  return {
    debugName: name,
    name: (id: string, modules: Modules) => {
      parts ??= partsOf(roots, modules);
      const key = isText(id) ? textKey(modules.getModuleInfo(id)) : undefined;
      // An entry keeps its own file: importing a shared script must not start the entry.
      if (/\/entry-[a-z]+\.tsx$/.test(id)) return null;
      return parts.modules.has(id) && (key === undefined || parts.texts.has(key)) ? name : null;
    },
  };
}

/** Returns all modules that some files import, and the keys of all texts in them. Each text is a module of its own. */
function partsOf({ files, andLate = false }: Roots, all: Modules) {
  const modules = new Set<string>();
  const texts = new Set<string>();
  const visit = (id: string): void => {
    if (modules.has(id)) return;
    modules.add(id);
    const info = all.getModuleInfo(id);
    if (info === null) return;
    for (const [, key = ""] of (info.code ?? "").matchAll(/\bm\["([^"]+)"\]/g)) texts.add(key);
    info.importedIds.forEach(visit);
    if (andLate) info.dynamicallyImportedIds.forEach(visit);
  };
  files.forEach((file) => visit(path.join(import.meta.dirname, "src", file)));
  return { modules, texts };
}

function isText(id: string): boolean {
  return /\/texts\/compiled\/messages\/(?!_index)/.test(id);
}

/** Returns the key of a compiled text. Its module ends with `export { … as "block.key" }`. */
function textKey(text: Module | null): string | undefined {
  return /\bas "([^"]+)"/.exec(text?.code ?? "")?.[1];
}
