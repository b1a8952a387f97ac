import type { Plugin } from "vite";

/** What a browser needs of an endpoint: how to call it. The server checks what it sends and what it is sent. */
const forBrowsers: readonly unknown[] = ["name", "method", "path", "bodyKind", "changesState"];

/**
 * Takes out of the contract's endpoints what browsers do not need: their schemas, and with them the schema library, and the words for the
 * OpenAPI document. The half that renders on the server keeps everything but the examples.
 */
export function lightEndpoints(isForServer: boolean): Plugin {
  const isLeftOut = (name: unknown) => (isForServer ? name === "example" : !forBrowsers.includes(name));
  return {
    name: "storyport:light-endpoints",
    enforce: "pre",
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: "defineEndpoint" },
      handler(code) {
        let lighter = code;
        for (const { start, end: last } of endpointParts(this.parse(code, { lang: "ts" }), isLeftOut)) {
          const end = code[last] === "," ? last + 1 : last;
          // The same length, so that every line stays where it was.
          lighter = lighter.slice(0, start) + lighter.slice(start, end).replaceAll(/[^\n]/g, " ") + lighter.slice(end);
        }
        return { code: lighter, map: null };
      },
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The properties of every endpoint that are left out, spread ones too: how an endpoint is called stands in itself. */
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
