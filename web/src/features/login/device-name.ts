/** Never part of a page's first script: import it where the name is needed. */
import Bowser from "bowser";

/** What the account's owner will know this browser by, such as "Firefox (Windows)": kept as it is, so in words of every language. */
export function deviceName(userAgent: string): string {
  // The library takes no empty text.
  const { browser, os } = Bowser.parse(userAgent || "-");
  const name = browser.name || "Browser";
  return os.name === undefined || os.name === "" ? name : `${name} (${os.name})`;
}
