/** Reads the tests of a test file from its syntax. Titles in comments and strings do not count. */
import { type Node as SyntaxNode, parseSync } from "oxc-parser";

export interface WrittenTest {
  /** From the outermost `describe` to the test's title, as written: `${name}`, `%s` and `$name` are placeholders. */
  readonly titles: readonly string[];
  /** By `skip`, `todo`, `fixme` or `fails`, of the test or an enclosing block. */
  readonly isSkipped: boolean;
}

export interface WrittenFile {
  readonly tests: readonly WrittenTest[];
  /** Every string of the file, which includes the names of table rows. */
  readonly strings: ReadonlySet<string>;
}

const skipping = ["skip", "todo", "fixme", "fails"];
/** The properties of `test` and `describe` whose first argument is a title. */
const namers = ["describe", "only", "concurrent", "sequential", "serial", "parallel", ...skipping];

export function readTests(file: string, source: string): WrittenFile {
  const { program, errors } = parseSync(file, source);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const tests: WrittenTest[] = [];
  const strings = new Set<string>();
  const visit = (value: unknown, around: WrittenTest): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, around);
    if (!isNode(value)) return;
    if (value.type === "Literal" && typeof value.value === "string") strings.add(value.value);
    const call = readCall(value, source);
    const isSkipped = around.isSkipped || (call?.words ?? []).some((word) => skipping.includes(word));
    const within = call === undefined ? around : { titles: [...around.titles, call.title], isSkipped };
    if (call !== undefined && !call.words.includes("describe")) tests.push(within);
    for (const child of Object.values(value)) visit(child, within);
  };
  visit(program, { titles: [], isSkipped: false });
  return { tests, strings };
}

/** `test.skipIf(x).each(rows)("a title", ...)` gives the words test, skipIf and each, and the title. */
function readCall(node: SyntaxNode, source: string): { words: string[]; title: string } | undefined {
  if (node.type !== "CallExpression") return undefined;
  const words = wordsOf(node.callee);
  if (!["test", "it", "describe"].includes(words[0] ?? "")) return undefined;
  // `test.each(rows)` is no test before its second call, and `test.use({})` never is.
  if (node.callee.type === "MemberExpression" && !namers.includes(words.at(-1) ?? "")) return undefined;
  const title = titleOf(node.arguments[0], source);
  return title === undefined ? undefined : { words, title };
}

function wordsOf(callee: SyntaxNode): string[] {
  if (callee.type === "Identifier") return [callee.name];
  if (callee.type === "MemberExpression")
    return [...wordsOf(callee.object), callee.property.type === "Identifier" ? callee.property.name : ""];
  if (callee.type === "CallExpression") return wordsOf(callee.callee);
  return callee.type === "TaggedTemplateExpression" ? wordsOf(callee.tag) : [];
}

function titleOf(node: SyntaxNode | undefined, source: string): string | undefined {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node?.type === "TemplateLiteral") return source.slice(node.start + 1, node.end - 1);
  return node?.type === "Identifier" ? `\${${node.name}}` : undefined;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
