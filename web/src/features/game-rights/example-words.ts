import { m } from "@storyport/texts/messages";

/** A file of a folder of `examples/`, as the build has read it (web/examples.vite.ts). */
export interface ExampleFile {
  name: string;
  text: string;
}

/** The folders of `examples/`, and what each shows. */
const examples = {
  "browser-game": () => m["bench.exampleBrowser"](),
  "native-game": () => m["bench.exampleNative"](),
  "dashboard-node": () => m["bench.exampleNode"](),
  "dashboard-python": () => m["bench.examplePython"](),
} as const;
export type ExampleName = keyof typeof examples;

export const exampleNames = Object.keys(examples) as ExampleName[];

export function findExample(name: string): ExampleName | undefined {
  return exampleNames.find((known) => known === name);
}

export function exampleWords(name: ExampleName): string {
  return examples[name]();
}

/** Returns the command that starts the example beside the demo. It runs in a copy of the portal's source. */
export function exampleCommand(name: ExampleName): string {
  return `npm run example ${name}`;
}
