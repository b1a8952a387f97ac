/** What a QR code says that the camera has read. */
import { isLinkToken } from "@storyport/contract/text-rules";
import type { BadgeCode } from "./badge-code.ts";

/**
 * Returns the code of a badge of this portal. Only the badge's own link is accepted, in the form in which the server prints it. A link to
 * another host or path, or with anything else in it, returns undefined. The camera never opens an address.
 */
export function codeOfBadge(text: string, origin: string): string | undefined {
  const start = `${origin}/login/qr?code=`;
  const code = text.startsWith(start) ? text.slice(start.length) : "";
  // The code of a badge is a secret of the same form as the token of a mailed link.
  return isLinkToken(code) ? code : undefined;
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
