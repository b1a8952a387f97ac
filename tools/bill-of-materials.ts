import { readFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod/mini";

import { type ProductionPackage, readProductionPackages } from "./production-packages.ts";
import { projectFolder } from "./project-folder.ts";

/** A component of CycloneDX 1.6, as far as it is used here. */
interface Component {
  readonly type: "application" | "library";
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly group?: string;
  readonly purl?: string;
  readonly hashes?: readonly { readonly alg: "SHA-512"; readonly content: string }[];
  readonly licenses?: readonly ({ readonly license: { readonly id: string } } | { readonly expression: string })[];
}

/** Returns the bill of materials of what a production runs. The same package.json and the same lock file give the same bill. */
export async function describeProduction(): Promise<object> {
  const { name, version, license } = z
    .object({ name: z.string(), version: z.string(), license: z.string() })
    .parse(JSON.parse(await readFile(path.join(projectFolder, "package.json"), "utf8")));
  const packages = await readProductionPackages();
  const refs = new Map(packages.map((one) => [one.folder, refOf(one)]));
  const own: Component = { type: "application", "bom-ref": name, name, version, licenses: [{ license: { id: license } }] };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: own },
    components: uniqueBy(packages.map(asComponent), (component) => component["bom-ref"]),
    dependencies: uniqueBy(
      packages.map((one) => ({ ref: refOf(one), dependsOn: [...new Set(one.needs.flatMap((folder) => refs.get(folder) ?? []))] })),
      ({ ref }) => ref,
    ),
  };
}

function asComponent(one: ProductionPackage): Component {
  const [group, name] = one.name.startsWith("@") ? one.name.split("/", 2) : [undefined, one.name];
  return {
    type: "library",
    "bom-ref": refOf(one),
    name: name ?? one.name,
    version: one.version,
    ...(group === undefined ? {} : { group }),
    purl: refOf(one),
    ...(one.integrity === undefined ? {} : { hashes: [{ alg: "SHA-512", content: hexOf(one.integrity) }] }),
    ...(one.license === undefined ? {} : { licenses: [asLicense(one.license)] }),
  };
}

/** The package's address in the form of the package-url specification, which makes a good name within the bill too. */
function refOf({ name, version }: ProductionPackage): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function asLicense(license: string): { license: { id: string } } | { expression: string } {
  return license.includes(" ") ? { expression: license.replace(/^\((.*)\)$/, "$1") } : { license: { id: license } };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ""), "base64").toString("hex");
}

/** A package that is installed in two folders is listed once. */
function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
