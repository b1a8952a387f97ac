/** Compares a path with the pattern of a row of `pages.ts`. Case and a slash at the end make no difference. */
export function isAt(pattern: string, path: string): boolean {
  const given = path.toLowerCase().replace(/(?<=.)\/$/, "");
  return pattern === given || (pattern.endsWith("/*") && `${given}/`.startsWith(pattern.slice(0, -1)));
}
