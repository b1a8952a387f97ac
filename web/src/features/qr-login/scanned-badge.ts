/** What a scanned QR code says. */
import { limits } from "@storyport/contract/limits";
import type { BadgeCode } from "./badge-code.ts";

// The code of a badge is a secret of the same form as the token of a mailed link.
const { min, max } = limits.resetToken;
const form = new RegExp(`^[A-Za-z0-9_-]{${min},${max}}$`);

/**
 * Returns the code of a badge of this portal. Only the badge's own link is accepted, in the form in which the server prints it. A link to
 * another host or path, or with anything else in it, returns undefined. The camera never opens an address.
 */
export function codeOfBadge(text: string, origin: string): string | undefined {
  const start = `${origin}/login/qr?code=`;
  const code = text.startsWith(start) ? text.slice(start.length) : "";
  return form.test(code) ? code : undefined;
}

/** A scanned code. Unlike the code of a link it was never in the address. */
export function scannedCode(scanned: string): BadgeCode {
  let code: string | undefined = scanned;
  return {
    read: () => code,
    forget: () => {
      code = undefined;
    },
  };
}
