import { freshness, limits, waits } from "@storyport/contract/limits";
import type { Plugin } from "vite";

const numbers = { freshness, limits, waits };
const use = /(?<![\w$.])(freshness|limits|waits)((?:\.\w+){1,2})/g;

/**
 * Writes each number of the contract's limits where it is used. Otherwise the first script holds all numbers, because a bundler keeps
 * objects whole.
 */
export function inlineLimits(): Plugin {
  return {
    name: "storyport:inline-limits",
    enforce: "pre",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    transform: {
      filter: { id: /\/(contract|web)\/src\/.*\.tsx?$/, code: /\b(freshness|limits|waits)\./ },
      handler: (code) => ({ code: code.replaceAll(use, valueOf), map: null }),
    },
  };
}

/** Returns a number or a group of numbers as source text. Leaves every other name as it is. */
function valueOf(found: string, object: keyof typeof numbers, path: string): string {
  const [name = "", member] = path.slice(1).split(".");
  const value: unknown = Reflect.get(numbers[object], name);
  if (typeof value === "number") return `(${value})${member === undefined ? "" : `.${member}`}`;
  if (typeof value !== "object" || value === null) return found;
  const inner: unknown = member === undefined ? value : Reflect.get(value, member);
  return inner === undefined ? found : `(${JSON.stringify(inner)})`;
}
