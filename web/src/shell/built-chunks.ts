export interface BuiltChunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** Vite's manifest: the chunk of each source file. */
export type BuiltManifest = Readonly<Record<string, BuiltChunk>>;

/**
 * Returns the chunks of these sources and all that they import, each once. A chunk comes after the chunks that it imports, so that later
 * styles override earlier styles as in the sources. Chunks that import each other come in the order in which they are found. Throws if a
 * source has no chunk.
 */
export function chunksOf(manifest: BuiltManifest, sources: readonly string[]): BuiltChunk[] {
  const visited = new Set<string>();
  const found: BuiltChunk[] = [];
  const add = (source: string): void => {
    if (visited.has(source)) return;
    visited.add(source);
    const chunk = manifest[source];
    if (chunk === undefined) throw new Error(`The browser's build has no ${source} of its own.`);
    chunk.imports?.forEach(add);
    found.push(chunk);
  };
  sources.forEach(add);
  return found;
}
