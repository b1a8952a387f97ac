import Bowser from "bowser";
import { limits } from "@storyport/contract/limits";

/** The name of a browser that sends no name of its own, such as "Safari (iPad)" or "Chrome (Android)". It needs no translation. */
export function deviceName(userAgent: string | undefined): string {
  // The library refuses an empty text.
  const { browser, os, platform } = Bowser.parse((userAgent ?? "").slice(0, longestRead) || "-");
  const name = browser.name || "Browser";
  const device = platform.model || os.name || "";
  return (device === "" ? name : `${name} (${device})`).slice(0, limits.deviceName.max);
}

/** Real user agents have at most some 300 characters. */
const longestRead = 512;
