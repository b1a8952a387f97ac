/** Parsing a path needs an origin. No result of ours contains it. */
export const anyOrigin = "http://portal.invalid";

/** `URL.parse` for browsers of the build's target that do not have it yet. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
