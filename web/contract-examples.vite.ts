import type { Plugin } from "vite";

/** Leaves the contract's examples out of what browsers load: they are for the OpenAPI document and for tests. */
export function withoutExamples(): Plugin {
  return {
    name: "storyport:without-examples",
    enforce: "pre",
    transform: {
      filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: "defineEndpoint" },
      handler(code) {
        let shorter = code;
        for (const { start, end: last } of examplesIn(this.parse(code, { lang: "ts" }))) {
          const end = code[last] === "," ? last + 1 : last;
          // The same length, so that every line stays where it was.
          shorter = shorter.slice(0, start) + shorter.slice(start, end).replaceAll(/[^\n]/g, " ") + shorter.slice(end);
        }
        return { code: shorter, map: null };
      },
    },
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every property `example` that is written out. */
function examplesIn(node: unknown): Span[] {
  if (Array.isArray(node)) return node.flatMap(examplesIn);
  if (typeof node !== "object" || node === null) return [];
  if (isExample(node)) return [node];
  return Object.values(node).flatMap(examplesIn);
}

function isExample(node: object): node is Span {
  return Reflect.get(node, "type") === "Property" && Reflect.get(Object(Reflect.get(node, "key")), "name") === "example";
}
