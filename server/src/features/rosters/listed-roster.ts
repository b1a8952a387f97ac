/** A school's list, what the portal knows beside it, and the changes between the two. */
import type { RosterAnswer, RosterChange } from "@storyport/contract/rosters";
import type { RightsLevel } from "@storyport/contract/vocabulary";

export interface ListedStudent {
  externalId: string;
  name: string;
}

export interface ListedClass {
  externalId: string;
  name: string;
  students: readonly ListedStudent[];
  /** By the address of a file, or by the account of a teacher who logged in. */
  teachers: readonly ({ email: string } | { accountId: string })[];
}

export interface KnownClass {
  id: string;
  name: string;
  /** Null for a class that no list has named. */
  externalId: string | null;
  /** The name in the last list; null before the first. */
  listedName: string | null;
}

export interface KnownStudent {
  playerId: string;
  /** Null for a player that no account plays. Of several accounts always the same. */
  accountId: string | null;
  name: string;
  externalId: string | null;
  /** The name in the last list; null before the first. */
  listedName: string | null;
  /** A list names the student no more, and no person has decided. */
  isMissing: boolean;
  /** A person decided that the student stays. Lists do not mark them as missing again, until one has named them. */
  isKept: boolean;
  /** The open classes. */
  groupIds: readonly string[];
}

export interface KnownTeacher {
  accountId: string;
  email: string;
  name: string;
  /** The classes that the teacher may change already by a right of their own, archived classes too. */
  groupIds: readonly string[];
}

export interface Surroundings {
  classes: readonly KnownClass[];
  students: readonly KnownStudent[];
  teachers: readonly KnownTeacher[];
  /** Students who left or moved away in the last `limits.rosters.stopDays` without a person's decision, by class. */
  lost: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface StoredChange extends Omit<RosterChange, "position" | "goingAlong"> {
  /** The `position` of its class in the run (`ClassOfRun`). */
  classPosition: number;
  /** What a person may answer. Empty if the change is no question, or if only a new list answers it. */
  answers: RosterAnswer[];
  /** The class of the change, if the portal has it. A MOVED student with it is in that class already, and may leave `fromGroupId`. */
  groupId?: string;
  /** The class that a MOVED student leaves. */
  fromGroupId?: string;
  /** The school's id of the student, or of the class. */
  externalId?: string;
  playerId?: string;
  accountId?: string;
  /** Only of the question whether the portal has a class already: what else changes after the answer `other`. */
  ifOther?: StoredChange[];
  /** What the run made, once applied. */
  made?: Made;
  /** A person of the class said that the student has left. */
  isConfirmed?: boolean;
}

/** What an applied change made. Its ids depend on the kind of the change. */
export interface Made {
  /** A class that was created, bound or renamed. Of a student or teacher: the class that was entered. */
  groupId?: string;
  /** The run created the class. */
  isNew?: boolean;
  /** Of a class: the id and the name that the former list had for it. Absent if no list had named it. */
  formerlyListed?: { externalId: string; name: string };
  /** Of a class: the archived class that had the id of this class in the list before. */
  formerHolder?: { groupId: string; externalId: string; name: string };
  playerId?: string;
  /** Of a student: set only if the run created the account. Of a teacher: the account that got the right. */
  accountId?: string;
  /** The rights level of a teacher before. */
  before?: RightsLevel;
}

export interface ClassOfRun {
  position: number;
  className: string;
  externalId: string;
  /** Absent if the run makes the class. */
  groupId?: string;
  /** A former list named the class. If false, the class of `groupId` only looks like it. */
  isKnown: boolean;
  /**
   * More students than that stop the run: more than a fifth of the class would disappear within seven days (`limits.rosters`). Infinite for
   * a class of fewer than five, and for a class that the run makes.
   */
  mayLose: number;
}
