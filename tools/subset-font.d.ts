declare module "subset-font" {
  interface SubsetOptions {
    readonly targetFormat?: "sfnt" | "truetype" | "woff" | "woff2";
    readonly noHinting?: boolean;
    readonly keepFeatures?: readonly string[];
  }
  export default function subsetFont(font: Uint8Array, text: string, options?: SubsetOptions): Promise<Buffer>;
}
