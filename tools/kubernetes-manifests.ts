import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { parseAllDocuments } from "yaml";

export interface Manifest {
  readonly file: string;
  readonly content: { readonly apiVersion: string; readonly kind: string; readonly [field: string]: unknown };
}

type Model = new (data: object) => { validate(): void };

/** Returns every document of the folder's files, kustomization.yaml excepted, which no cluster reads. */
export async function readManifests(folder: string): Promise<Manifest[]> {
  const files = (await readdir(folder)).filter((file) => file !== "kustomization.yaml").toSorted();
  const found: Manifest[] = [];
  for (const file of files) {
    const text = await readFile(path.join(folder, file), "utf8");
    for (const document of parseAllDocuments(text, { merge: true })) {
      found.push({ file, content: document.toJS() as Manifest["content"] });
    }
  }
  return found;
}

/**
 * Returns what is wrong with a manifest by the API description of Kubernetes, which the package kubernetes-models has compiled.
 * That description allows unknown fields everywhere. So a field that the check never reads is reported too.
 */
export async function faultsOfManifest(content: Manifest["content"]): Promise<string[]> {
  const { apiVersion, kind } = content;
  // By a variable, because a bundler would look up a pattern in vain.
  const model = ["kubernetes-models", apiVersion, kind].join("/");
  const models = (await import(model)) as Record<string, Model>;
  const KindModel = models[kind];
  if (KindModel === undefined) return [`${apiVersion} has no ${kind}`];
  const unread = new Set<string>();
  try {
    watch(new KindModel(content), "", unread).validate();
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return [...unread].map((place) => `${place} is unknown`);
}

/** Returns a view of the value that strikes each field off `unread` when it is read. */
function watch<Value extends object>(value: Value, place: string, unread: Set<string>): Value {
  const views = new Map<string, object>();
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    unread.add(`${place}/${key}`);
    if (typeof inner === "object" && inner !== null) views.set(key, watch(inner, `${place}/${key}`, unread));
  }
  return new Proxy(value, {
    get(target, key) {
      const isField = typeof key === "string" && Object.hasOwn(target, key);
      if (isField) unread.delete(`${place}/${key}`);
      return (isField ? views.get(key) : undefined) ?? (Reflect.get(target, key) as unknown);
    },
  });
}
