import type { Plugin } from "vite";

/** The properties with which a browser calls an endpoint. The server validates requests and responses, so the schemas stay out. */
const forBrowsers: readonly unknown[] = ["name", "method", "path", "bodyKind", "changesState", "checksProof"];

/**
 * Removes from the contract what browsers do not need: each endpoint's schemas and OpenAPI texts. Schemas that are then unused go too, and
 * with them the schema library.
 */
export function lightEndpoints(): Plugin {
  const isLeftOut = (name: unknown) => !forBrowsers.includes(name);
  return {
    name: "storyport:light-endpoints",
    enforce: "pre",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: '"zod/mini"' },
      handler(code) {
        const program = this.parse(code, { lang: "ts" });
        const leftOut = endpointParts(program, isLeftOut).map((part) => ({ ...part, text: "" }));
        return { code: edited(code, [...leftOut, ...schemasIn(program, code)]), map: null };
      },
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Edit extends Span {
  readonly text: string;
}

/** Works from the last edit to the first, so that the earlier positions stay right. A removed property takes its comma along. */
function edited(code: string, edits: readonly Edit[]): string {
  let result = code;
  for (const { start, end: last, text } of edits.toSorted((one, other) => other.start - one.start)) {
    const end = text === "" && code[last] === "," ? last + 1 : last;
    result = result.slice(0, start) + text + result.slice(end);
  }
  return result;
}

/**
 * Returns the spans of all endpoint properties to leave out. A spread is left out too, so what browsers need must be in the endpoint's own
 * literal. Throws if its name, method or path is not there.
 */
function endpointParts(node: unknown, isLeftOut: (name: unknown) => boolean): Span[] {
  if (Array.isArray(node)) return node.flatMap((each) => endpointParts(each, isLeftOut));
  if (typeof node !== "object" || node === null) return [];
  const [endpoint] = isDefinition(node) ? node.arguments : [];
  if (endpoint === undefined) return Object.values(node).flatMap((each) => endpointParts(each, isLeftOut));
  const names = endpoint.properties.map(({ key }) => key?.name);
  for (const name of ["name", "method", "path"]) if (!names.includes(name)) throw new Error(`An endpoint does not say its ${name} itself.`);
  return endpoint.properties.filter((_, index) => isLeftOut(names[index]));
}

interface Definition {
  readonly arguments: readonly { readonly properties: readonly (Span & { readonly key?: { readonly name: string } })[] }[];
}

function isDefinition(node: object): node is Definition {
  return Reflect.get(node, "type") === "CallExpression" && Reflect.get(Object(Reflect.get(node, "callee")), "name") === "defineEndpoint";
}

/** Marks every top-level call and object except endpoints as pure. Most are schemas, and `z.string().check(...)` is not known to be pure. */
function schemasIn(program: object, code: string): Edit[] {
  const inits = declarationsIn(program).flatMap(({ declarations = [] }) => declarations.map(({ init }) => init));
  return inits.flatMap((init) => {
    const source = init === null ? "" : code.slice(init.start, init.end);
    const isMade = init?.type === "CallExpression" || init?.type === "ObjectExpression";
    const isEndpoint = /\bdefineEndpoint\b/.test(source);
    return init !== null && isMade && !isEndpoint ? [{ ...init, text: `/* @__PURE__ */ (() => (${source}))()` }] : [];
  });
}

interface Declaration {
  readonly declarations?: readonly { readonly init: (Span & { readonly type: string }) | null }[];
}

function declarationsIn(program: object): Declaration[] {
  const statements: { declaration?: Declaration | null }[] = Reflect.get(program, "body");
  return statements.map((statement) => statement.declaration ?? (statement as Declaration));
}
