/** page-files.vite.ts makes it at build time. */
declare module "virtual:page-files" {
  export const builtFiles: import("./shell/page-files.ts").BuiltFiles;
}
/** runbook.vite.ts makes it from docs/runbook.md. */
declare module "virtual:runbook" {
  /** The paragraphs of each section, by its name. */
  export const sections: Record<string, import("./features/health/runbook.ts").RunbookPart[][]>;
}
/** examples.vite.ts makes it from the folders of examples/. */
declare module "virtual:examples" {
  /** The files of each folder, by its name. */
  export const exampleFiles: Readonly<Record<string, readonly import("./features/game-rights/example-words.ts").ExampleFile[]>>;
}
