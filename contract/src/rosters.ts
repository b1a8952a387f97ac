/** A school's own lists of classes, by OneRoster files or by Feide's groups. A run is applied once, by a person or by night. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { missingStudent } from "#/missing-students.ts";
import { rosterProgress } from "#/roster-progress.ts";

export const rosterSources = ["FEIDE", "ONEROSTER"] as const;
export type RosterSource = (typeof rosterSources)[number];

/** APPROVAL: a person applies each run. NIGHTLY: CHECKED runs without questions apply by night, and Feide's that only add at once. */
export const rosterModes = ["APPROVAL", "NIGHTLY"] as const;
export type RosterMode = (typeof rosterModes)[number];

/** CHECKED and STOPPED wait. STOPPED: a class would lose more than `limits.rosters` allows, and a person must want it. */
export const rosterRunStatuses = ["CHECKED", "STOPPED", "APPLIED", "UNDONE", "DISCARDED"] as const;
export type RosterRunStatus = (typeof rosterRunStatuses)[number];

/** CONFLICT: a question. Without an answer nothing changes. */
export const rosterChangeKinds = ["NEW", "MOVED", "LEFT", "RENAMED", "CONFLICT"] as const;
export type RosterChangeKind = (typeof rosterChangeKinds)[number];

export const rosterThings = ["CLASS", "STUDENT", "TEACHER"] as const;
export type RosterThing = (typeof rosterThings)[number];

/**
 * The cause of a question. Similar names count as equal. `classNameTaken`: a class that a list has named keeps this name, or two classes of
 * the list get it. `classLooksKnown`: a class that no list has named has it. `looksAlike`: a student of the class without an external id has it.
 * `twoClasses`: the list has the student in two classes. The last four have no answer: the school corrects its list, or makes room.
 */
export const rosterReasons = [
  "classNameTaken",
  "classLooksKnown",
  "looksAlike",
  "twoClasses",
  "classNameInvalid",
  "nameInvalid",
  "externalIdInvalid",
  "classFull",
] as const;
export type RosterReason = (typeof rosterReasons)[number];

/** `same`: a known class or student; to `twoClasses`: in both. `other`: a new one; to a new class name: rename it. `skip`: no change. */
export const rosterAnswers = ["same", "other", "skip"] as const;
export type RosterAnswer = (typeof rosterAnswers)[number];

/** Any text of this length, because one wrong value must not refuse the whole list. Browsers cut longer ones. */
const value = text.check(z.maxLength(limits.rosters.characters));
const externalId = text.check(z.minLength(1), z.maxLength(limits.rosters.characters));

/** A class as the school lists it. Teachers are found by the e-mail address of their account. */
const rosterClass = z.strictObject({
  externalId,
  name: value,
  students: z.array(z.strictObject({ externalId, name: value })),
  teachers: z.array(z.strictObject({ email: value })).check(z.maxLength(limits.rosters.teachers)),
});
export type RosterClass = z.infer<typeof rosterClass>;

const access = { by: "session", permission: "manage_members", scope: "organization" } as const;
const ofRun = z.object({ runId: id });
const counts = z.record(z.enum(rosterChangeKinds), z.number());
export type RosterCounts = z.infer<typeof counts>;

export const rosterRun = z.object({
  id,
  organizationId: id,
  source: z.enum(rosterSources),
  status: z.enum(rosterRunStatuses),
  counts,
  madeAt: z.string(),
  /** A display name, never an address. Absent if that person is gone or has none. So is `decidedBy`, also if no person decided. */
  madeBy: z.optional(z.string()),
  decidedAt: z.optional(z.string()),
  decidedBy: z.optional(z.string()),
  /** Present if the run can be undone; the operation checks again. */
  undoableUntil: z.optional(z.string()),
  /** Present while a run that waits is being applied, and after an attempt that ended half-way. */
  progress: z.optional(rosterProgress),
});
export type RosterRun = z.infer<typeof rosterRun>;

const connection = z.object({
  source: z.enum(rosterSources),
  mode: z.enum(rosterModes),
  schoolNumber: z.optional(z.string()),
  /** When Feide's groups of a teacher were last read. */
  readAt: z.optional(z.string()),
  /** Since when Feide's groups cannot be read; absent after a reading that worked. */
  failingSince: z.optional(z.string()),
  /** At most a hundred teachers whose groups could not be read at their last login. Until then a teacher's list marks no student as missing. */
  unreadTeachers: z.optional(z.array(z.object({ name: z.string(), since: z.string() }))),
});
export type RosterConnection = z.infer<typeof connection>;

export const getRosters = defineEndpoint({
  name: "getRosters",
  method: "GET",
  path: "rosters",
  summary: "Show the connection of an organization to its lists, the latest runs, and the students who are not in the list any more",
  example: { query: { organizationId: exampleId } },
  access,
  query: z.strictObject({ organizationId: id }),
  response: z.object({
    organizationName: z.string(),
    connection: z.optional(connection),
    /** Newest first, at most twenty. */
    runs: z.array(rosterRun),
    /** At most a thousand, by class and name. */
    missing: z.array(missingStudent),
  }),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const connectRoster = defineEndpoint({
  name: "connectRoster",
  method: "POST",
  path: "rosters/connect",
  summary: "Connect an organization to its lists, or change how they are applied; a school of Feide is named by its number",
  example: { body: { organizationId: exampleId, source: "ONEROSTER", mode: "APPROVAL" } },
  access,
  body: z.strictObject({
    organizationId: id,
    source: z.enum(rosterSources),
    mode: z.enum(rosterModes),
    /** The school's nine digits in Norway's register: FEIDE needs them, ONEROSTER takes none. Only an administrator sets them. */
    schoolNumber: z.optional(z.string().check(z.regex(/^\d{9}$/))),
  }),
  status: 204,
  refusals: [
    "errors.notFound",
    "errors.loginTooOld",
    "errors.notAllowed",
    "errors.rosterSchoolByAdministrator",
    "errors.rosterSchoolTaken",
    "errors.rosterUnderWay",
  ],
});

export const disconnectRoster = defineEndpoint({
  name: "disconnectRoster",
  method: "POST",
  path: "rosters/disconnect",
  summary: "Disconnect an organization from its lists; runs that wait are discarded, and nobody is removed",
  example: { body: { organizationId: exampleId } },
  access,
  body: z.strictObject({ organizationId: id }),
  status: 204,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.rosterNotConnected", "errors.rosterUnderWay"],
});

export const checkRoster = defineEndpoint({
  name: "checkRoster",
  method: "POST",
  path: "rosters/runs",
  summary: "Compare a school's whole list with its classes and keep the changes until they are decided on; changes no class",
  example: {
    body: {
      organizationId: exampleId,
      classes: [{ externalId: "c1", name: "2A", students: [{ externalId: "s1", name: "Nora" }], teachers: [] }],
    },
  },
  access,
  bodyLimit: limits.rosters.body,
  body: z.strictObject({
    organizationId: id,
    classes: z.array(rosterClass).check(
      z.minLength(1),
      z.maxLength(limits.rosters.classes),
      z.refine((classes) => classes.reduce((sum, { students }) => sum + students.length, 0) <= limits.rosters.rows, "errors.invalidInput"),
    ),
  }),
  status: 201,
  response: z.object({ id }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.rosterNotConnected", "errors.rosterUnderWay"],
});

/** A class of a run with what happens in it. `position` names it within the run, from 0. `stops`: it makes the run STOPPED. */
const runClass = z.object({
  position: z.number(),
  className: z.string(),
  counts,
  questions: z.number(),
  stops: z.boolean(),
});
export type RosterRunClass = z.infer<typeof runClass>;

/** How many questions of a reason offer an answer. A question that offers any answer offers `skip` too. */
const askedOften = z.object({ reason: z.enum(rosterReasons), answer: z.enum(rosterAnswers), count: z.number() });
export type RosterQuestions = z.infer<typeof askedOften>;

export const getRosterRun = defineEndpoint({
  name: "getRosterRun",
  method: "GET",
  path: "rosters/runs/{runId}",
  summary: "Show a run: its state, the classes in which something changes, and how many questions each reason has",
  example: { params: { runId: exampleId } },
  access,
  params: ofRun,
  response: z.object({
    run: rosterRun,
    /** Names the changes that are shown, so that nothing else is applied. */
    digest: z.string(),
    classes: z.array(runClass),
    /** Empty once the run is decided. */
    questions: z.array(askedOften),
  }),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

export const rosterChange = z.object({
  /** Names the change in the answers; counted through the whole run, from 0. */
  position: z.number(),
  kind: z.enum(rosterChangeKinds),
  thing: z.enum(rosterThings),
  name: z.string(),
  formerName: z.optional(z.string()),
  /** The class from which a student moves. */
  fromClass: z.optional(z.string()),
  reason: z.optional(z.enum(rosterReasons)),
  /** The name that it looks like: the portal's, or one of the same list. */
  likeName: z.optional(z.string()),
  answers: z.array(z.enum(rosterAnswers)),
  /** The number of known students that the answer `other` moves to the new class. It includes students with similar names. */
  goingAlong: z.optional(z.number()),
});
export type RosterChange = z.infer<typeof rosterChange>;

export const listRosterChanges = defineEndpoint({
  name: "listRosterChanges",
  method: "GET",
  path: "rosters/runs/{runId}/changes",
  summary: "List what changes in one class of a run",
  example: { params: { runId: exampleId }, query: { position: "0" } },
  access,
  params: ofRun,
  /** The `position` of a class; no run has more classes than five digits count. */
  query: z.strictObject({ position: z.string().check(z.regex(/^\d{1,5}$/)) }),
  response: z.array(rosterChange),
  refusals: ["errors.notFound", "errors.notAllowed"],
});

const ofDecisions = ["errors.notFound", "errors.notAllowed", "errors.rosterDecided", "errors.rosterUnderWay"] as const;

export const applyRoster = defineEndpoint({
  name: "applyRoster",
  method: "POST",
  path: "rosters/runs/{runId}/apply",
  summary: "Apply the changes of a run, all or none; questions without an answer of their own or for all of their reason are skipped",
  example: {
    params: { runId: exampleId },
    body: { digest: "x", answers: [], forAll: [{ reason: "looksAlike", answer: "same" }], allowsLoss: false },
  },
  access,
  params: ofRun,
  bodyLimit: limits.rosters.body,
  body: z.strictObject({
    digest: z.string().check(z.minLength(1), z.maxLength(64)),
    /** The person has read what a class of a STOPPED run loses, and wants it. */
    allowsLoss: z.boolean(),
    answers: z
      .array(z.strictObject({ position: z.number().check(z.int(), z.minimum(0)), answer: z.enum(rosterAnswers) }))
      .check(z.maxLength(limits.rosters.rows)),
    /** One answer for all questions of a reason. An answer of `answers` wins, and a question that does not offer it is skipped. */
    forAll: z.optional(
      z
        .array(z.strictObject({ reason: z.enum(rosterReasons), answer: z.enum(rosterAnswers) }))
        .check(z.refine((given) => new Set(given.map(({ reason }) => reason)).size === given.length, "errors.invalidInput")),
    ),
  }),
  status: 204,
  refusals: [...ofDecisions, "errors.loginTooOld", "errors.rosterChanged", "errors.rosterStopped", "errors.rosterNotConnected"],
});

export const discardRoster = defineEndpoint({
  name: "discardRoster",
  method: "POST",
  path: "rosters/runs/{runId}/discard",
  summary: "Discard a run that waits; nothing changes",
  example: { params: { runId: exampleId }, body: {} },
  access,
  params: ofRun,
  body: z.strictObject({}),
  status: 204,
  refusals: ofDecisions,
});

export const undoRoster = defineEndpoint({
  name: "undoRoster",
  method: "POST",
  path: "rosters/runs/{runId}/undo",
  summary: "Undo the last applied run of an organization, within 24 hours and as long as nobody used what it changed",
  example: { params: { runId: exampleId }, body: {} },
  access,
  params: ofRun,
  body: z.strictObject({}),
  status: 204,
  refusals: [...ofDecisions, "errors.loginTooOld", "errors.rosterTouched"],
});
