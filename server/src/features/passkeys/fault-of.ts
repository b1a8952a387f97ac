/** Returns the library's sentence about a refused answer, for the log. It quotes the answer, so it is cut. */
export function faultOf(error: unknown): string {
  return String(error).slice(0, 200);
}
