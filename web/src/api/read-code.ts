const codePattern = /^errors\.[A-Za-z]{1,60}$/;

/** A failure's code as it stands in an address, where anybody can write one; undefined for what cannot be one. */
export function readCode(value: unknown): string | undefined {
  return typeof value === "string" && codePattern.test(value) ? value : undefined;
}
