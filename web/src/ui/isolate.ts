/** A name within a sentence: whatever direction marks it holds, they end with it (Unicode's first strong isolate). `<bdi>` for text. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
