/** Single lists of the language packages, which have types only for all lists together. */
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
