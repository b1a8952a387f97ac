/** An event's details in words: before and after, reason, way. */
import { rosterChangeKinds } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { rightsTextOf } from "#/features/player-groups/rights-text.ts";
import { countTexts } from "#/features/rosters/roster-texts.ts";
import { loginTypeNameOf } from "#/features/users/user-words.ts";
import { listed } from "#/shell/listed.ts";
import { detailName, detailText, hasWords } from "./detail-words.ts";
import { reasonText } from "./reason-texts.ts";

type Details = Readonly<Record<string, unknown>>;

/**
 * Returns the details as lines, and the rest as it was recorded. The lines have ids, which the table replaces by names. No line comes
 * twice: "provider" and "loginType" may say the same.
 */
export function describeDetails(details: Details): { lines: string[]; rest: Details } {
  const lines: string[] = [];
  const rest: Record<string, unknown> = {};
  const { before, after, ...others } = details;
  const pairs: [string, { before: unknown; after: unknown }][] = [];
  if (before !== undefined || after !== undefined) pairs.push(...membersOf(before, after));
  const counted = countsOf(others);
  if (counted.length > 0) lines.push(counted);
  for (const [key, value] of Object.entries(others)) {
    const line = describeOne(key, value);
    if (line !== undefined) lines.push(line);
    else if (isChange(value) && subjects.has(key)) pairs.push([key, value]);
    else if (!isCount(key, value)) rest[key] = value;
  }
  return { lines: [...new Set([...pairs.flatMap(([key, change]) => describeChange(key, change)), ...lines])], rest };
}

/** Values and changes that the line of an event shows. What has no line, by these sets or by `describeOne`, waits behind a button. */
const subjects: ReadonlySet<string> = new Set([
  "roles",
  "permissions",
  "rights",
  "level",
  "loginTypes",
  "userGroups",
  "gameIds",
  "groupType",
  "name",
  "requiresPasskeys",
]);

/** Single words that the line shows, if they have words of ours. */
const known: ReadonlySet<string> = new Set(["by", "stage", "mode", "source"]);

/** Things that are named by their id or by a name that was typed. */
const things: ReadonlySet<string> = new Set(["userGroupId", "playerGroupId", "organizationId", "holder", "deviceName", "gameKey"]);

/** `before` and `after` of one rights level, or of each member of an object. */
function membersOf(before: unknown, after: unknown): [string, { before: unknown; after: unknown }][] {
  if (!isObject(before) && !isObject(after)) return [["level", { before, after }]];
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].map((key) => [key, { before: was[key], after: is[key] }]);
}

function describeChange(key: string, { before, after }: { before: unknown; after: unknown }): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return [m["history.changed"]({ what: detailName(key), before: detailText(key, before), after: detailText(key, after) })];
}

function describeOne(key: string, value: unknown): string | undefined {
  const lineOf = (text: string) => m["history.nameAndValue"]({ what: detailName(key), value: text });
  if (typeof value === "number" && key === "minutes") return lineOf(String(value));
  // Values given at creation; a change has a `before` as well.
  if (subjects.has(key) && isObject(value) && !isChange(value)) return lineOf(detailText(key, value));
  if (subjects.has(key) && Array.isArray(value)) return lineOf(detailText(key, value));
  if (typeof value !== "string") return undefined;
  // Of a user group's name and a school's description the history only says that they were set. Of devices and games it has the words.
  if ((key === "name" || key === "description") && value === "set") return lineOf(m["history.valueSet"]());
  if (key === "reason") return lineOf(reasonText(value));
  if (key === "loginType" || key === "provider") return lineOf(loginTypeNameOf(value));
  if (known.has(key)) return hasWords(key, value) ? lineOf(detailText(key, value)) : undefined;
  if (key === "rightsType") return lineOf(rightsTextOf(value));
  return things.has(key) ? lineOf(value) : undefined;
}

/** How many changes of each kind a school's list had. Kinds without a change are left out, as on the page of the list. */
function countsOf(details: Details): string {
  return listed(
    rosterChangeKinds.flatMap((kind) => {
      const count = details[kind];
      return typeof count === "number" && count > 0 ? [countTexts[kind](count)] : [];
    }),
  );
}

function isCount(key: string, value: unknown): boolean {
  return rosterChangeKinds.some((kind) => kind === key) && typeof value === "number";
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return isObject(value) && "before" in value && "after" in value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
