const codePattern = /^errors\.[A-Za-z]{1,60}$/;

/**
 * Reads a failure's code from an address, which a stranger may have written. Returns undefined if it has not
 * the form of a code. A code that this release does not know has no text, so the page shows its usual sentence.
 */
export function readCode(value: unknown): string | undefined {
  return typeof value === "string" && codePattern.test(value) ? value : undefined;
}
