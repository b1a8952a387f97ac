/** Compares a school's list with its classes. Pure: the same list and classes give the same changes in the same order. */
import type { RosterAnswer } from "@storyport/contract/rosters";
import { limits } from "@storyport/contract/limits";
import { faultOfName, readExternalId } from "#/features/class-imports/judge-rows.ts";
import { nameSkeleton } from "#/features/class-imports/name-skeleton.ts";
import { ClassNames, keepsName, readClassName } from "./class-names.ts";
import { ChangesOfClass } from "./changes-of-class.ts";
import type {
  ClassOfRun,
  KnownClass,
  KnownStudent,
  KnownTeacher,
  ListedClass,
  ListedStudent,
  StoredChange,
  Surroundings,
} from "./listed-roster.ts";
import { StudentPlaces } from "./student-places.ts";

export interface ComputedRun {
  changes: StoredChange[];
  /** First every class of the list, changed or not. Then classes that a whole list names no more. Then others from which students move. */
  classes: ClassOfRun[];
}

type NamedClass = Pick<ListedClass, "name" | "externalId">;
/** `groupId`: the class of the portal that the class of the list is, or looks like. */
type PlacedStudent = ListedStudent & { groupId?: string };
type Place = Omit<ClassOfRun, "mayLose">;

interface Kind {
  /** The list names all classes of the school, so that a child in no class of it has left. */
  isWhole: boolean;
  /** The run marks students as missing if the list omits them. */
  marksMissing: boolean;
}

/** The list is read already (`readList`). */
export function computeChanges(list: readonly ListedClass[], known: Surroundings, kind: Kind): ComputedRun {
  const classes = withoutDuplicates(list);
  return new Comparison(known, classes, kind.isWhole).compare(classes, kind);
}

/** A class that is listed twice is one class with the students of both. A list may name one class in thousands of parts. */
function withoutDuplicates(list: readonly ListedClass[]): ListedClass[] {
  const partsOf = Map.groupBy(list, ({ externalId }) => externalId);
  return [...partsOf].map(([externalId, parts]) => ({
    externalId,
    name: parts[0]?.name ?? "",
    students: parts.flatMap(({ students }) => students),
    teachers: parts.flatMap(({ teachers }) => teachers),
  }));
}

class Comparison {
  readonly #known: Surroundings;
  readonly #byExternalId: ReadonlyMap<string | null, KnownStudent>;
  readonly #membersOf: ReadonlyMap<string, readonly KnownStudent[]>;
  /** The classes that a list has named before, by the school's id. */
  readonly #boundClasses: ReadonlyMap<string, KnownClass>;
  readonly #teachersByAccount: ReadonlyMap<string, KnownTeacher>;
  readonly #teachersByEmail: ReadonlyMap<string, KnownTeacher>;
  readonly #names: ClassNames;
  readonly #places: StudentPlaces;
  /** The position of the class of the list that named a student first. */
  readonly #listedIn = new Map<string, number>();
  /** The players that a question has named as similar to a student of the list. No second question names them. */
  readonly #recognized = new Set<string>();
  /** The students whose other classes were compared. */
  readonly #compared = new Set<KnownStudent>();
  readonly #changes: StoredChange[] = [];

  constructor(known: Surroundings, list: readonly ListedClass[], isWhole: boolean) {
    this.#known = known;
    this.#names = new ClassNames(known.classes, list);
    this.#places = new StudentPlaces(known.classes, list, isWhole);
    this.#byExternalId = new Map(known.students.flatMap((student) => (student.externalId === null ? [] : [[student.externalId, student]])));
    const places = known.students.flatMap((student) => student.groupIds.map((groupId) => ({ groupId, student })));
    const grouped = Map.groupBy(places, ({ groupId }) => groupId);
    this.#membersOf = new Map([...grouped].map(([groupId, held]) => [groupId, held.map(({ student }) => student)]));
    this.#boundClasses = new Map(known.classes.flatMap((each) => (each.externalId === null ? [] : [[each.externalId, each]])));
    this.#teachersByAccount = new Map(known.teachers.map((teacher) => [teacher.accountId, teacher]));
    this.#teachersByEmail = new Map(known.teachers.map((teacher) => [teacher.email, teacher]));
  }

  compare(list: readonly ListedClass[], { isWhole, marksMissing }: Kind): ComputedRun {
    const classes = list.map((listed, position) => this.#compareClass(listed, position));
    if (isWhole) {
      const gone = this.#known.classes.filter((each) => each.externalId !== null && !this.#places.isListed(each));
      for (const { id, name, externalId } of gone)
        classes.push({ position: classes.length, className: name, externalId: externalId ?? "", groupId: id, isKnown: true });
    }
    // Only a class that a list has named before can lose students to a list. A new class of a whole list may look like such a class. That
    // class is then among those that are gone, and loses its students as such.
    for (const place of marksMissing ? classes : [])
      if (place.groupId !== undefined && this.#places.isBound(place.groupId) && (place.isKnown || !isWhole)) this.#findLeavers(place);
    // The groups of one teacher do not name the classes of colleagues, which must not be emptied either.
    const left = new Set(this.#changes.map(({ fromGroupId }) => fromGroupId));
    for (const { groupId } of classes) left.delete(groupId);
    for (const { id, name, externalId } of this.#known.classes.filter(({ id }) => left.has(id)))
      classes.push({ position: classes.length, className: name, externalId: externalId ?? "", groupId: id, isKnown: true });
    return { changes: this.#changes, classes: classes.map((place) => ({ ...place, mayLose: this.#mayLose(place) })) };
  }

  #compareClass(listed: ListedClass, position: number): Place {
    const known = this.#boundClasses.get(listed.externalId);
    const name = readClassName(listed);
    const place = new ChangesOfClass(position, known?.name ?? name ?? listed.name, this.#changes);
    if (name === undefined) place.refuse("CLASS", "classNameInvalid");
    const named = { name: name ?? "", externalId: listed.externalId };
    const newId = known === undefined && name !== undefined ? this.#nameNew(place, named) : undefined;
    if (known !== undefined && name !== undefined) this.#nameKnown(place, known, named);
    const groupId = known?.id ?? newId;
    const described = { position, className: place.className, externalId: listed.externalId, isKnown: known !== undefined };
    // Without a usable name there is no class to put students into. The list names them, so they have not left.
    if (name === undefined && known === undefined) {
      for (const { externalId } of listed.students) this.#listedIn.set(externalId, position);
      return described;
    }
    this.#compareStudents(place, { listed, groupId });
    this.#compareTeachers(place, { listed, groupId });
    return { ...described, ...(groupId !== undefined && { groupId }) };
  }

  #nameKnown(place: ChangesOfClass, known: KnownClass, { name, externalId }: NamedClass): void {
    if (keepsName(known, name)) return;
    const renamed = { thing: "CLASS", name, externalId, formerName: known.name, groupId: known.id } as const;
    if (!this.#names.isTaken({ name, externalId }, known.id)) place.add({ ...renamed, kind: "RENAMED" });
    else place.ask({ ...renamed, reason: "classNameTaken", likeName: name, answers: ["other", "skip"] });
  }

  /** Returns the id of the class that a new class of the list looks like, and may be. */
  #nameNew(place: ChangesOfClass, { name, externalId }: NamedClass): string | undefined {
    const holders = this.#names.holdersOf(name);
    const isRepeated = this.#names.isRepeated({ name, externalId });
    if (holders.length === 0 && !isRepeated) {
      place.add({ kind: "NEW", thing: "CLASS", name, externalId });
      return undefined;
    }
    // A class that the list names by its own id is another class. The answer "same" would give one class two ids.
    const [first, second] = holders.filter((holder) => !this.#places.isListed(holder));
    const alike = second === undefined && !isRepeated ? first : undefined;
    const like = first ?? holders[0];
    const reason = like?.externalId === null ? "classLooksKnown" : "classNameTaken";
    const answers: RosterAnswer[] = alike === undefined ? ["other", "skip"] : ["same", "other", "skip"];
    const question = { thing: "CLASS", name, externalId, reason, likeName: like?.name ?? name, answers } as const;
    // The class may have another external id already: the answer "same" gives it the new id.
    if (alike === undefined) place.ask(question);
    else place.askForLikeness({ ...question, groupId: alike.id });
    return alike?.id;
  }

  #compareStudents(place: ChangesOfClass, { listed, groupId }: { listed: ListedClass; groupId: string | undefined }): void {
    const members = groupId === undefined ? [] : (this.#membersOf.get(groupId) ?? []);
    // Members of the class without an external id, by the simplified form of their names.
    const unknown = Map.groupBy(
      members.filter(({ externalId }) => externalId === null),
      (member) => nameSkeleton(member.name),
    );
    // Students who are not in the list any more stay in the class until a person decides, so they count.
    let size = members.length;
    for (const { name, ...given } of listed.students) {
      const externalId = readExternalId(given.externalId)?.data;
      const firstIn = this.#listedIn.get(externalId ?? "");
      // The list names the student twice in this class.
      if (firstIn === place.position) continue;
      if (externalId !== undefined && firstIn === undefined) this.#listedIn.set(externalId, place.position);
      if (externalId === undefined || faultOfName(name) !== undefined) {
        place.refuse("STUDENT", externalId === undefined ? "externalIdInvalid" : "nameInvalid", name);
        continue;
      }
      const student = { name, externalId, ...(groupId !== undefined && { groupId }) };
      const known = this.#byExternalId.get(externalId);
      const isHere = known !== undefined && groupId !== undefined && known.groupIds.includes(groupId);
      if (firstIn === undefined && known !== undefined) this.#compareName(place, student, known);
      if (isHere) {
        // The list names a missing student again, so the mark goes.
        if (known.isMissing) place.add({ kind: "MOVED", thing: "STUDENT", ...student, playerId: known.playerId });
        // A student of two listed classes moves with the first alone. The next list asks about the second.
        if (firstIn === undefined) place.addIfOther(this.#moveOf(student, known, this.#places.formerOf(known, student)));
        this.#leaveOthers(place, student, { known });
        continue;
      }
      size++;
      if (size > limits.playersOfGroup.max) place.refuse("STUDENT", "classFull", name);
      else if (firstIn !== undefined || (known !== undefined && this.#places.staysIn(known, student)))
        this.#askForBoth(place, student, known);
      else if (known !== undefined) this.#move(place, student, known);
      else this.#addOrAsk(place, student, unknown.get(nameSkeleton(name)) ?? []);
    }
  }

  #compareName(place: ChangesOfClass, { name, externalId }: ListedStudent, known: KnownStudent): void {
    // A name that a person gave the student stays until the list changes its own.
    if (known.listedName === null || known.listedName === name || known.name === name) return;
    const { playerId, accountId, name: formerName } = known;
    const renamed = { kind: "RENAMED", thing: "STUDENT", name, formerName, externalId, playerId } as const;
    place.add({ ...renamed, ...(accountId !== null && { accountId }) });
  }

  /** The list names a student in two classes. The answer "same" puts the student into the second class too. */
  #askForBoth(place: ChangesOfClass, student: ListedStudent, known: KnownStudent | undefined): void {
    const playerId = known === undefined ? {} : { playerId: known.playerId };
    place.ask({ thing: "STUDENT", ...student, ...playerId, reason: "twoClasses", answers: ["same", "skip"] });
  }

  /** A student leaves a class that lists know. A student of a class that no list has named stays there too, because a person chose it. */
  #move(place: ChangesOfClass, student: ListedStudent, known: KnownStudent): void {
    const [from] = this.#places.boundClassesOf(known);
    place.add(this.#moveOf(student, known, from));
    this.#leaveOthers(place, student, { known, left: from });
  }

  /**
   * A student leaves each class that a whole list names without them, and not only `left`. With `groupId` such a change says that the student
   * is in the class of the place already.
   */
  #leaveOthers(
    place: ChangesOfClass,
    student: PlacedStudent,
    { known, left }: { known: KnownStudent; left?: KnownClass | undefined },
  ): void {
    if (this.#compared.has(known)) return;
    this.#compared.add(known);
    const { groupId } = student;
    const isHere = groupId !== undefined && known.groupIds.includes(groupId);
    for (const from of this.#places.leftBy(known, student))
      if (from.id !== left?.id) place.add({ ...this.#moveOf(student, known, from), ...(isHere && { groupId }) });
  }

  /** The change names no `groupId`, which would say that the student is there already. */
  #moveOf({ name, externalId }: ListedStudent, { playerId, accountId }: KnownStudent, from: KnownClass | undefined) {
    return {
      kind: "MOVED",
      thing: "STUDENT",
      name,
      externalId,
      playerId,
      ...(accountId !== null && { accountId }),
      ...(from !== undefined && { fromGroupId: from.id, fromClass: from.name }),
    } as const;
  }

  #addOrAsk(place: ChangesOfClass, student: ListedStudent, namesakes: readonly KnownStudent[]): void {
    const like = namesakes.find(({ playerId }) => !this.#recognized.has(playerId));
    if (like === undefined) return place.add({ kind: "NEW", thing: "STUDENT", ...student });
    const { playerId, name: likeName } = like;
    this.#recognized.add(playerId);
    const about = { ...student, playerId, likeName, ...(like.accountId !== null && { accountId: like.accountId }) };
    place.ask({ thing: "STUDENT", ...about, reason: "looksAlike", answers: ["same", "other", "skip"] });
    place.addIfOther(this.#moveOf(student, like, this.#places.formerOf(like, student)));
  }

  /** Accounts that the organization does not have are no question: they are invited as every colleague is. */
  #compareTeachers(place: ChangesOfClass, { listed, groupId }: { listed: ListedClass; groupId: string | undefined }): void {
    const given = new Set<string>();
    for (const teacher of listed.teachers) {
      const known = "accountId" in teacher ? this.#teachersByAccount.get(teacher.accountId) : this.#teachersByEmail.get(teacher.email);
      if (known === undefined || given.has(known.accountId)) continue;
      given.add(known.accountId);
      const right = { kind: "NEW", thing: "TEACHER", name: known.name, accountId: known.accountId } as const;
      if (groupId !== undefined && known.groupIds.includes(groupId)) place.addIfOther(right);
      else place.add({ ...right, ...(groupId !== undefined && { groupId }) });
    }
  }

  #findLeavers({ position, className, groupId = "" }: Place): void {
    const place = new ChangesOfClass(position, className, this.#changes);
    for (const { externalId, playerId, accountId, name, isMissing, isKept } of this.#membersOf.get(groupId) ?? []) {
      // A missing student waits for an answer already. A kept student stays, as a person has answered.
      if (externalId === null || isMissing || isKept || this.#listedIn.has(externalId)) continue;
      place.add({ kind: "LEFT", thing: "STUDENT", name, externalId, playerId, groupId, ...(accountId !== null && { accountId }) });
    }
  }

  /** A broken export must not empty a class, neither at once nor by a few students each night. */
  #mayLose({ groupId }: Place): number {
    if (groupId === undefined) return Infinity;
    const present = (this.#membersOf.get(groupId) ?? []).filter(({ externalId, isMissing }) => externalId !== null && !isMissing);
    // Recent departures count too. The size includes the students who left.
    const presentIds = new Set(present.map(({ playerId }) => playerId));
    const lost = [...(this.#known.lost.get(groupId) ?? [])].filter((playerId) => !presentIds.has(playerId)).length;
    const size = present.length + lost;
    return size < limits.rosters.stopFrom ? Infinity : Math.max(0, Math.floor(size / limits.rosters.stopShare) - lost);
  }
}
