/**
 * Types for single word lists of the language packages, which declare types only for all lists together. The Belgian Dutch package names
 * its files in another way than the others.
 */
declare module "@zxcvbn-ts/*.json.mjs" {
  const words: readonly string[];
  export default words;
}
declare module "@zxcvbn-ts/*.json.esm.js" {
  const words: readonly string[];
  export default words;
}
declare module "@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs" {
  export { adjacencyGraphs as default } from "@zxcvbn-ts/language-common";
}
