/** The classes of a student: those that the portal has, and those in which the list names the student. */
import { readExternalId } from "#/features/class-imports/judge-rows.ts";
import type { KnownClass, KnownStudent, ListedClass, ListedStudent } from "./listed-roster.ts";

/** A student of the list. `groupId`: the class of the portal that the listed class is, or looks like. */
type Placed = Pick<ListedStudent, "externalId"> & { groupId?: string };

export class StudentPlaces {
  readonly #classes: readonly KnownClass[];
  /** The places in `#classes` of the classes that a list has named before, by their ids. */
  readonly #boundAt: ReadonlyMap<string, number>;
  /** The school's ids of the students of each class of the list, by the school's id of the class. */
  readonly #listed: ReadonlyMap<string | null, ReadonlySet<string | undefined>>;
  readonly #isWhole: boolean;

  constructor(classes: readonly KnownClass[], list: readonly ListedClass[], isWhole: boolean) {
    this.#classes = classes;
    this.#boundAt = new Map(classes.flatMap(({ id, externalId }, index) => (externalId === null ? [] : [[id, index]])));
    const idsOf = ({ students }: ListedClass) => new Set(students.map(({ externalId }) => readExternalId(externalId)?.data));
    this.#listed = new Map(list.map((each) => [each.externalId, idsOf(each)]));
    this.#isWhole = isWhole;
  }

  /** Returns whether a list has named a class before. */
  isBound(groupId: string): boolean {
    return this.#boundAt.has(groupId);
  }

  /** Returns whether this list names a class by the school's id. */
  isListed({ externalId }: KnownClass): boolean {
    return this.#listed.has(externalId);
  }

  /** The classes of a student that a list has named before, in the order of all classes. */
  boundClassesOf({ groupIds }: KnownStudent): KnownClass[] {
    const places = groupIds.flatMap((groupId) => this.#boundAt.get(groupId) ?? []).toSorted((one, other) => one - other);
    return places.flatMap((place) => this.#classes[place] ?? []);
  }

  /** Returns whether a student is in a class in which the list names the student. */
  staysIn(known: KnownStudent, student: Placed): boolean {
    return this.boundClassesOf(known).some((each) => this.#isNamedIn(each, student) === true);
  }

  /** The classes of a student that a whole list names without the student. A list of one teacher says nothing of the kind. */
  leftBy(known: KnownStudent, student: Placed): KnownClass[] {
    return this.#isWhole ? this.boundClassesOf(known).filter((each) => this.#isNamedIn(each, student) === false) : [];
  }

  /** The class that a student leaves if a person says that the listed class is not the similar class. `leftBy` has others. */
  formerOf(known: KnownStudent, student: Placed): KnownClass | undefined {
    const classes = this.boundClassesOf(known);
    const left = this.leftBy(known, student);
    const isOpen = (each: KnownClass) => this.#isNamedIn(each, student) !== true && !left.includes(each);
    return classes.find(({ id }) => id === student.groupId) ?? classes.find(isOpen);
  }

  /** Undefined if the list does not name the class. */
  #isNamedIn({ externalId }: KnownClass, student: Placed): boolean | undefined {
    return this.#listed.get(externalId)?.has(student.externalId);
  }
}
