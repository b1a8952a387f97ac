/** Parses the words of a command, and checks them against the contract. */
import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import type * as z from "zod/mini";
import { isErrorCode, refusals } from "@storyport/contract/error-codes";
import { StartRefusal } from "#/platform/settings.ts";
import { usage } from "./usage.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Refuses an unknown option (StartRefusal). */
export function readWords<T extends Options>(words: string[], options: T) {
  try {
    return parseArgs({ args: words, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new StartRefusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

export function unknownCommand(): StartRefusal {
  return new StartRefusal(usage);
}

/** Splits "a,b" into a list; returns undefined if the option is missing. */
export function listOf(words: string | undefined): string[] | undefined {
  return words?.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

/** A game's number. */
export function numberOf(word: string | undefined): number {
  if (word === undefined || !/^[1-9]\d{0,9}$/.test(word)) throw new StartRefusal(`Name the game by its number.\n\n${usage}`);
  return Number(word);
}

/** Checks a value by the rules of a call over HTTP. Explains each fault on its own line (StartRefusal). */
export function checked<S extends z.core.$ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema["~standard"].validate(given);
  if (parsed instanceof Promise) throw new Error("The contract checks at once.");
  if (parsed.issues === undefined) return parsed.value;
  const lines = parsed.issues.map(({ path = [], message }) => {
    const words = isErrorCode(message) ? refusals[message][1] : message;
    return `  ${path.map((part) => (typeof part === "object" ? String(part.key) : String(part))).join(".")}: ${words}`;
  });
  throw new StartRefusal(`This is not accepted:\n${lines.join("\n")}`);
}
