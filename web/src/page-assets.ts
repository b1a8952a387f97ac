/** Which files of the browser's build the pages need; filled in by page-assets.vite.ts when the server's half is built. @internal */
export interface PageAssets {
  languages: Record<string, LanguageAssets>;
  /** The text of every style sheet by its address; the languages share them. */
  styles: Record<string, string>;
}

/** The browser's build of one language. */
export interface LanguageAssets {
  /** The address of the first script. */
  entry: string;
  /** By route id: its scripts, each after those it imports, and its style sheets. */
  routes: Record<string, { scripts: string[]; css: string[] }>;
  /** The style sheets of what only a logged-in account is shown, around and inside of pages that everybody has. */
  lateStyles: string[];
  /** The scripts of the user menu, which a page of an account waits for before it comes alive. */
  menuScripts: string[];
}
