/** Made when the web is built: page-files.vite.ts. */
declare module "virtual:public-screens" {
  /** Loads the screen of each row of the table of public pages; a row that only leads on has none. */
  export const screens: readonly ((() => Promise<import("react").ComponentType>) | undefined)[];
}
declare module "virtual:page-files" {
  export const builtFiles: import("./shell/page-files.ts").BuiltFiles;
}
