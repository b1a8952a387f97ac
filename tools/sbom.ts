// Writes the bill of materials of what a production runs (CycloneDX, JSON). Usage: npm run sbom [-- <file>]
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

import { describeProduction } from "./bill-of-materials.ts";
import { cacheFolder } from "./project-folder.ts";
import { readOptions } from "./read-options.ts";

const usage = `Usage: npm run sbom [-- <file>]
Writes the bill of materials of what a production runs (CycloneDX, JSON).`;
const [name] = readOptions(usage, {}, 1).words;
const file = path.resolve(name ?? path.join(cacheFolder, "sbom.cdx.json"));
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(await describeProduction(), undefined, 2)}\n`);
console.log(`The bill of materials is in ${file}`);
