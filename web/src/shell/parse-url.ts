/** `URL.parse` for the browsers of the build's target, several of which do not have it yet. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
