/** The library is large, and must not be part of the first script of /login. So that page loads this file by `import()` when it needs it. */
import Bowser from "bowser";

/**
 * The name by which the owner recognizes this browser, such as "Firefox (Windows)". It is stored, so it uses words of no single language.
 */
export function deviceName(userAgent: string): string {
  // The library refuses an empty text.
  const { browser, os } = Bowser.parse(userAgent || "-");
  const name = browser.name || "Browser";
  return os.name === undefined || os.name === "" ? name : `${name} (${os.name})`;
}
