import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { constants, brotliCompressSync } from "node:zlib";
import type { Plugin } from "vite";

/** Other assets, such as fonts, are compressed already. */
const compressible = /\.(js|css|svg|webmanifest)$/;

/** Writes a `.br` file beside every text file of the browser's bundle and of `public/`, at the best quality. So no request has to compress. */
export function compressAssets(): Plugin {
  let publicFolder = "";
  return {
    name: "storyport:compress-assets",
    apply: (_, { isSsrBuild }) => isSsrBuild !== true,
    enforce: "post",
    configResolved: ({ publicDir }) => void (publicFolder = publicDir),
    generateBundle: {
      order: "post",
      async handler(_, bundle) {
        for (const fileName of await readdir(publicFolder, { recursive: true })) {
          if (!compressible.test(fileName)) continue;
          const source = brotli(await readFile(path.join(publicFolder, fileName)));
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source });
        }
        for (const file of Object.values(bundle)) {
          if (!compressible.test(file.fileName)) continue;
          const source = file.type === "chunk" ? file.code : file.source;
          this.emitFile({ type: "asset", fileName: `${file.fileName}.br`, source: brotli(Buffer.from(source)) });
        }
      },
    },
  };
}

function brotli(source: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants;
  return brotliCompressSync(source, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: source.length },
  });
}
