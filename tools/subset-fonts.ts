/**
 * Builds the portal's only web font: Andika Bold (SIL, OFL), cut to the letters of the six languages. Run it from the repository root after
 * an update of its npm package, or for a new letter: `node tools/subset-fonts.ts`. The result is committed. It prints the metrics that the
 * faces in base.css repeat.
 */
import { copyFile, readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

const source = "node_modules/@fontsource/andika";
const target = "web/src/assets";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÀÁÂÃÄÅÆÇÈÉÊËÍÎÏÑÓÔÕÖØÙÚÛÜŒàáâãäåæçèéêëíîïñóôõöøùúûüÿœ";
const signs = "0123456789 !\"#%&'()*+,-./:;?@_«»‘’“”–—…·€\u00a0";
/** A typical heading in five of the languages. Its width decides how far the fallback face is stretched. */
const sample = "Storyport Cloud login Velg en organisasjon Choisissez un jeu Kies je spel Entrar no jogo";
/** The width of `sample` in Arial Bold, in em (Liberation Sans Bold and Helvetica Bold have the same advances). */
const sampleWidthInArialBold = 42.228;

const whole = await readFile(`${source}/files/andika-latin-700-normal.woff2`);
const wanted = letters + signs;
// Without features: the source has no kerning, and the letters have their accents already.
const options = { noHinting: true, keepFeatures: [] };
const webFont = await subsetFont(whole, wanted, { ...options, targetFormat: "woff2" });
await writeFile(`${target}/andika-bold.woff2`, webFont);
await copyFile(`${source}/LICENSE`, `${target}/andika-bold.LICENSE.txt`);

const metrics = readMetrics(await subsetFont(whole, wanted, { ...options, targetFormat: "truetype" }));
const stretch = metrics.widthOf(sample) / sampleWidthInArialBold;
const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
console.log(`andika-bold.woff2: ${webFont.length} bytes`);
console.log(`sample: ${metrics.widthOf(sample).toFixed(3)} em`);
console.log(`size-adjust: ${percent(stretch)}`);
console.log(`ascent-override: ${percent((metrics.capitalHeight + metrics.descent) / stretch)}, which centres capitals in the line`);
console.log(`descent-override: ${percent(metrics.descent / stretch)}`);

/** Reads from a TrueType file what a fallback face needs, in em. The offsets of the fields are those of the OpenType specification. */
function readMetrics(font: Buffer) {
  const at = (tag: string) => tableOffset(font, tag);
  const unitsPerEm = font.readUInt16BE(at("head") + 18);
  const longMetrics = font.readUInt16BE(at("hhea") + 34);
  const advance = (glyph: number) => font.readUInt16BE(at("hmtx") + 4 * Math.min(glyph, longMetrics - 1)) / unitsPerEm;
  const glyphOf = readCharacterMap(font, at("cmap"));
  return {
    capitalHeight: font.readInt16BE(at("OS/2") + 88) / unitsPerEm,
    descent: -font.readInt16BE(at("hhea") + 6) / unitsPerEm,
    widthOf: (text: string) => [...text].reduce((sum, letter) => sum + advance(glyphOf(letter.charCodeAt(0))), 0),
  };
}

function tableOffset(font: Buffer, tag: string): number {
  const count = font.readUInt16BE(4);
  for (let index = 0; index < count; index += 1) {
    const record = 12 + 16 * index;
    if (font.toString("latin1", record, record + 4) === tag) return font.readUInt32BE(record + 8);
  }
  throw new Error(`The font has no table ${tag}`);
}

/** Reads only format 4 of the cmap table, which every font for the Basic Multilingual Plane has. */
function readCharacterMap(font: Buffer, cmap: number): (code: number) => number {
  const count = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < count; index += 1) {
    const table = cmap + font.readUInt32BE(cmap + 4 + 8 * index + 4);
    if (font.readUInt16BE(table) === 4) return (code) => glyphInFormat4(font, table, code);
  }
  throw new Error("The font has no cmap of format 4");
}

/** Returns the glyph of a character, or 0 if the font has none. Each segment of the table has an end, a start, a delta and a range. */
function glyphInFormat4(font: Buffer, table: number, code: number): number {
  const doubled = font.readUInt16BE(table + 6);
  const [ends, starts] = [table + 14, table + 16 + doubled];
  const [deltas, ranges] = [starts + doubled, starts + 2 * doubled];
  for (let offset = 0; offset < doubled; offset += 2) {
    if (code > font.readUInt16BE(ends + offset)) continue;
    const start = font.readUInt16BE(starts + offset);
    if (code < start) return 0;
    const range = font.readUInt16BE(ranges + offset);
    const delta = font.readInt16BE(deltas + offset);
    if (range === 0) return (code + delta) & 0xffff;
    return font.readUInt16BE(ranges + offset + range + 2 * (code - start));
  }
  return 0;
}
