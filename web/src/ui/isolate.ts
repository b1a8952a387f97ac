/** Isolates a name within a sentence: direction marks in it end with it (Unicode's first strong isolate). In markup use `<bdi>`. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`;
}
