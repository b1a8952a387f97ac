/** Options and words of the project's commands: `--help` prints the usage, and nothing unknown is ignored. */
import { parseArgs } from "node:util";
import type { ParseArgsOptionsConfig } from "node:util";

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ options: Options; allowPositionals: true }>>;

interface Given<Options extends ParseArgsOptionsConfig> {
  values: Parsed<Options>["values"];
  words: string[];
}

/**
 * Reads the options of this program, and its words, `mostWords` at most. Ends the program with the usage for `--help`. For an unknown option
 * or a word too many it ends the program with a sentence and the usage.
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options, mostWords = 0): Given<Options> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(usage);
    process.exit(0);
  }
  const { values, positionals } = parse(usage, { args, options });
  const surplus = positionals[mostWords];
  if (surplus !== undefined) endWithUsage(unexpected(surplus), usage);
  return { values, words: positionals };
}

function parse<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  { args, options }: { args: string[]; options: Options },
): Parsed<Options> {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // Node's first sentence names the option. The second explains a way to write words that begin with a dash.
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    return endWithUsage(`${sentence.replace(/\.$/, "")}.`, usage);
  }
}

/** The sentence about a word that a command does not take. */
export function unexpected(word: string): string {
  return `Unexpected argument '${word}'.`;
}

/** Reads a whole number from 1 to `most`. Ends the program with a sentence and the usage if the value is something else. */
export function readCount([name, value]: readonly [name: string, value: string], most: number, usage: string): number {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count < 1 || count > most) endWithUsage(`--${name} is a number from 1 to ${most}.`, usage);
  return count;
}

export function endWithUsage(sentence: string, usage: string): never {
  console.error(`${sentence}\n${usage}`);
  process.exit(1);
}
