/**
 * Returns one cookie's raw value from a Cookie header or document.cookie. The first match wins, as browsers send the closest path first.
 */
export function cookieValue(cookies: string, name: string): string | undefined {
  const start = `${name}=`;
  for (const part of cookies.split(";")) {
    const pair = part.trim();
    if (pair.startsWith(start)) return pair.slice(start.length);
  }
  return undefined;
}
