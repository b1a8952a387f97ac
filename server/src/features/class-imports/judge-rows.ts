import type { JudgedRow, RowFault } from "@storyport/contract/class-imports";
import { nameOf } from "@storyport/contract/fields";
import { limits } from "@storyport/contract/limits";
import { codePoints, isStudentName, plainName } from "@storyport/contract/text-rules";
import { nameSkeleton } from "./name-skeleton.ts";
import { placeRow } from "./place-row.ts";
import type { ImportPlace, RowClass } from "./place-row.ts";

export interface ImportRow {
  name: string;
  externalId?: string | undefined;
  className?: string | undefined;
}

export interface KnownPlayer {
  playerGroupId: string;
  name: string;
  externalId: string | null;
}

/** What the verdicts depend on besides the list itself. */
export interface Surroundings {
  place: ImportPlace;
  /** The players of the classes of the list. */
  players: readonly KnownPlayer[];
  /** The external ids of the list that the organization has. */
  externalIds: ReadonlySet<string>;
}

export interface Judged extends JudgedRow {
  externalId: string | undefined;
  /** The class of the row; undefined if its verdict is wrong. */
  rowClass: RowClass | undefined;
}

const externalIdRule = nameOf({ min: 1, max: limits.classImport.externalIdMax });

/**
 * Checks an external id, and cleans it as it is stored. Returns undefined if the row has none. The comparison with stored ids must read
 * it in the same way.
 */
export function readExternalId(given: string | undefined) {
  return given === undefined || given.trim() === "" ? undefined : externalIdRule.safeParse(given);
}

/** Gives each row its verdict, in order: a later row is compared with the earlier ones. */
export function judgeRows(rows: readonly ImportRow[], { place, players, externalIds }: Surroundings): Judged[] {
  const classes = new Map<string, ClassOfList>();
  const listed = new Set<string>();
  // Grouped once, because a list may name 500 classes. The key of an existing class is its id.
  const playersByClass = Map.groupBy(players, ({ playerGroupId }) => playerGroupId);
  return rows.map((row, index) => {
    const { externalId, faults, rowClass, name } = readRow(row, place);
    if (externalId !== undefined && listed.has(externalId)) faults.push("externalIdTwice");
    if (rowClass === undefined || faults.length > 0)
      return { verdict: "wrong", faults, name, externalId, ...describe(rowClass), rowClass: undefined };
    if (externalId !== undefined) listed.add(externalId);
    const known = classes.get(rowClass.key) ?? new ClassOfList(rowClass, playersByClass.get(rowClass.key) ?? []);
    classes.set(rowClass.key, known);
    if (isBeyondNewClasses(known.rowClass, classes))
      return { verdict: "wrong", faults: ["tooManyClasses"], name, externalId, ...describe(rowClass), rowClass: undefined };
    const found = known.judge({ name, externalId, index, isKnown: externalId !== undefined && externalIds.has(externalId) });
    const judged = { faults, ...found, name, externalId, ...describe(known.rowClass) };
    return { ...judged, rowClass: judged.verdict === "wrong" ? undefined : known.rowClass };
  });
}

/** Returns whether the list names too many new classes before this class. Each new class takes statements of its own. */
function isBeyondNewClasses(rowClass: RowClass, classes: ReadonlyMap<string, ClassOfList>): boolean {
  if (rowClass.id !== undefined) return false;
  const created = [...classes.values()].filter((other) => other.rowClass.id === undefined);
  return created.findIndex((other) => other.rowClass === rowClass) >= limits.classImport.newClasses;
}

function describe(rowClass: RowClass | undefined): Pick<JudgedRow, "className" | "playerGroupId"> {
  if (rowClass === undefined) return {};
  return { className: rowClass.name, ...(rowClass.id !== undefined && { playerGroupId: rowClass.id }) };
}

function readRow(row: ImportRow, place: ImportPlace) {
  const faults: RowFault[] = [];
  const name = readStudentName(row.name);
  // A name of markup alone is no missing name.
  const nameFault = name === "" && row.name.trim() !== "" ? "nameCharacters" : faultOfName(name);
  if (nameFault !== undefined) faults.push(nameFault);
  const given = readExternalId(row.externalId);
  if (given?.success === false) faults.push("externalIdInvalid");
  const rowClass = placeRow(row.className, place);
  if (typeof rowClass === "string") faults.push(rowClass);
  return { name, externalId: given?.data, faults, rowClass: typeof rowClass === "string" ? undefined : rowClass };
}

/** Returns a name as it is stored. */
export function readStudentName(given: string): string {
  return plainName(given);
}

/** Returns what keeps a name from being a student's. */
export function faultOfName(name: string): RowFault | undefined {
  const length = codePoints(name);
  if (length < limits.studentName.min) return "nameMissing";
  if (length > limits.studentName.max) return "nameTooLong";
  return isStudentName(name) ? undefined : "nameCharacters";
}

interface Newcomer {
  name: string;
  externalId: string | undefined;
  index: number;
  /** The organization has the external id. */
  isKnown: boolean;
}

/** One class of the list, with its own players and the rows judged so far. */
class ClassOfList {
  readonly rowClass: RowClass;
  readonly #names = new Map<string, KnownPlayer[]>();
  readonly #skeletons = new Map<string, string>();
  readonly #rows = new Map<string, number>();
  #players = 0;

  constructor(rowClass: RowClass, players: readonly KnownPlayer[]) {
    this.rowClass = rowClass;
    for (const player of players) {
      const { name } = player;
      this.#names.set(name, [...(this.#names.get(name) ?? []), player]);
      this.#skeletons.set(nameSkeleton(name), name);
      this.#players++;
    }
  }

  judge({ name, externalId, index, isKnown }: Newcomer): Pick<JudgedRow, "verdict" | "likeName" | "likeRow"> & { faults?: RowFault[] } {
    const skeleton = nameSkeleton(name);
    const likeName = this.#skeletons.get(skeleton);
    const likeRow = this.#rows.get(skeleton);
    if (likeRow === undefined) this.#rows.set(skeleton, index);
    if (isKnown || this.#hasSame(name, externalId)) return { verdict: "already-here", ...(likeName !== undefined && { likeName }) };
    if (likeName !== undefined) return { verdict: "looks-alike", likeName };
    if (likeRow !== undefined) return { verdict: "looks-alike", likeRow };
    this.#players++;
    return this.#players > limits.playersOfGroup.max ? { verdict: "wrong", faults: ["classFull"] } : { verdict: "new" };
  }

  /** Two children of one name have different external ids. */
  #hasSame(name: string, externalId: string | undefined): boolean {
    const same = this.#names.get(name) ?? [];
    return same.some((player) => externalId === undefined || player.externalId === null || player.externalId === externalId);
  }
}
