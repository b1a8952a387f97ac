/**
 * Reads the words behind `npm run admin <command>`, and checks them against the contract. A mistake becomes a StartRefusal. The command
 * line prints its message and ends.
 */
import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import type * as z from "zod/mini";
import { isErrorCode, refusals } from "@storyport/contract/error-codes";
import { gameId } from "@storyport/contract/fields";
import { StartRefusal } from "#/platform/settings.ts";
import { usage } from "./usage.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Splits the words into options and others. `--no-public` sets the option `public` to false. An unknown option throws a StartRefusal. */
export function readWords<T extends Options>(words: string[], options: T) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new StartRefusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

/** The commands of a group, such as `games`, each with its options. */
export type Commands = Readonly<Record<string, readonly string[]>>;

/**
 * Throws a StartRefusal for an unknown command, and for an option of another command. An option without effect would hide a mistake of the
 * operator.
 */
export function requireOptionsOf(
  commands: Commands,
  { group, command = "" }: { group: string; command: string | undefined },
  given: object,
): void {
  const known = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (known === undefined) throw unknownCommand();
  const foreign = Object.keys(given).find((name) => !known.includes(name));
  if (foreign !== undefined) throw new StartRefusal(`The command "${group} ${command}" has no option --${foreign}.\n\n${usage}`);
}

/**
 * Returns the error for an unknown or incomplete command: the list of all commands. The caller throws it. `named`: the first word of an
 * unknown command. Other words may be secrets.
 */
export function unknownCommand(named?: string): StartRefusal {
  return new StartRefusal(named === undefined ? usage : `There is no command "${named}" with these words.\n\n${usage}`);
}

/** Splits "a,b" into a list; returns undefined if the option is missing. */
export function listOf(words: string | undefined): string[] | undefined {
  return words?.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

/** Parses a game's number. Throws a StartRefusal for anything else. */
export function numberOf(word: string | undefined): number {
  const { data } = gameId.safeParse(word);
  if (data === undefined) throw new StartRefusal(`Name the game by its number.\n\n${usage}`);
  return data;
}

/** Returns the value as the contract parses it for a call over HTTP. Throws a StartRefusal with one line for each fault. */
export function checked<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema["~standard"].validate(given);
  // The type allows a Promise, because schemas may check asynchronously. The contract's schemas never do.
  if (parsed instanceof Promise) throw new Error("A schema of the contract checks asynchronously.");
  if (parsed.issues === undefined) return parsed.value;
  const lines = parsed.issues.map(({ path = [], message }) => {
    const [, sentence] = isErrorCode(message) ? refusals[message] : [undefined, message];
    const field = path.map((step) => String(typeof step === "object" ? step.key : step)).join(".");
    return `  ${field}: ${sentence}`;
  });
  throw new StartRefusal(`This is not accepted:\n${lines.join("\n")}`);
}
