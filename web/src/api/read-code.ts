const codePattern = /^errors\.[A-Za-z]{1,60}$/;

/** Reads a failure's code from an address, which a stranger may have written. Returns undefined if it is not a code. */
export function readCode(value: unknown): string | undefined {
  return typeof value === "string" && codePattern.test(value) ? value : undefined;
}
