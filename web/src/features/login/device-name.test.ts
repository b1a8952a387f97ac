import { expect, test } from "vitest";
import { deviceName } from "./device-name.ts";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";
const appleWebKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/130.0.0.0 Safari/537.36`, "Chrome (Linux)"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`, "Chrome (Linux)"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, "Microsoft Edge (Windows)"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, "Opera (Windows)"],
  [
    `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webKit} SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet for Android (Android)",
  ],
  [`Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${appleWebKit} Version/17.5 Mobile/15E148 Safari/604.1`, "Safari (iOS)"],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${appleWebKit} CriOS/126.0 Mobile/15E148 Safari/604.1`, "Chrome (iOS)"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${appleWebKit} Version/17.0 Safari/605.1.15 Epiphany/605.1.15`, "Epiphany (Linux)"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/130.0.0.0 Safari/537.36`, "Chrome (Chrome OS)"],
  ["Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0", "Firefox (Windows)"],
  ["", "Browser"],
])("%s", (userAgent, expected) => {
  expect(deviceName(userAgent)).toBe(expected);
});
