/** A class from a list: a verdict for each row first, then one import, which can be undone for a day. */
import * as z from "zod/mini";
import { defineEndpoint, exampleId } from "#/endpoint.ts";
import { id, text } from "#/fields.ts";
import { limits } from "#/limits.ts";
import { badgeEntry } from "#/qr-login.ts";
import { locale } from "#/vocabulary.ts";

/** Any text, because a wrong value gets a verdict and not a refusal of the whole list. */
const value = text.check(z.maxLength(limits.classImport.characters));

/** A row as the list has it. `externalId` is the school's own id of the child. A row without a class goes to the class of the request. */
const row = { name: value, externalId: z.optional(value), className: z.optional(value) };

/**
 * `new`: will be added. `already-here`: the class has the name with no other external id, or the organization has the external id.
 * `looks-alike`: the class or an earlier row has a name that looks the same. `wrong`: the row cannot be added.
 */
export const rowVerdicts = ["new", "already-here", "looks-alike", "wrong"] as const;
export type RowVerdict = (typeof rowVerdicts)[number];

/** What is wrong with a value of a row. */
export const rowFaults = [
  "nameMissing",
  "nameTooLong",
  "nameCharacters",
  "externalIdInvalid",
  "externalIdTwice",
  "classMissing",
  "classNameInvalid",
  "classNotAllowed",
  "classAmbiguous",
  "classFull",
  "tooManyClasses",
] as const;
export type RowFault = (typeof rowFaults)[number];

export const judgedRow = z.object({
  verdict: z.enum(rowVerdicts),
  faults: z.array(z.enum(rowFaults)),
  /** The name as it will be stored, without markup. */
  name: z.string(),
  /** The class as it is or will be named; absent if there is none. */
  className: z.optional(z.string()),
  /** Absent if the import creates the class, or if the row is `wrong` for its class. */
  playerGroupId: z.optional(id),
  /** The name in the class that is or looks the same. */
  likeName: z.optional(z.string()),
  /** The earlier row that looks the same, from 0. */
  likeRow: z.optional(z.number()),
});
export type JudgedRow = z.infer<typeof judgedRow>;

const access = { by: "session", permission: "manage_players", scope: "organization" } as const;
const place = {
  organizationId: z.optional(id),
  /** The class of the list. Without it `organizationId` is required, and every row names its class. */
  playerGroupId: z.optional(id),
};
const rowsOf = <T extends z.core.$ZodType>(schema: T) => z.array(schema).check(z.minLength(1), z.maxLength(limits.classImport.rows));

export const checkClassImport = defineEndpoint({
  name: "checkClassImport",
  method: "POST",
  path: "class-imports/check",
  summary: "Say of each row of a list of students what an import would do with it; changes nothing",
  example: { body: { playerGroupId: exampleId, rows: [{ name: "Nora" }] } },
  changesState: false,
  access,
  bodyLimit: limits.classImport.body,
  body: z.strictObject({ ...place, rows: rowsOf(z.strictObject(row)) }),
  response: z.object({ rows: z.array(judgedRow) }),
  refusals: ["errors.notFound", "errors.notAllowed", "errors.organizationRequired"],
});

/** A class that an import added students to. */
const importedClass = z.object({ playerGroupId: id, groupName: z.string(), isNew: z.boolean(), students: z.number() });

const importResult = z.object({
  id,
  students: z.number(),
  classes: z.array(importedClass),
  /** The valid badges of the students. A repeated or later call leaves out voided and expired badges. */
  badges: z.array(badgeEntry),
  undoableUntil: z.string(),
});
export type ImportResult = z.infer<typeof importResult>;

/**
 * The caller chooses `id`, so that a repeated call is the same import. `verdict` and `judgedGroupId` of a row repeat `verdict` and
 * `playerGroupId` of the check. If any differs by now, nothing is imported.
 */
export const importClass = defineEndpoint({
  name: "importClass",
  method: "POST",
  path: "class-imports",
  summary: "Add the students of a checked list with badges, and create missing classes; the same id again is the same import",
  example: {
    body: {
      id: exampleId,
      playerGroupId: exampleId,
      rows: [{ name: "Nora", decision: "add", verdict: "new", judgedGroupId: exampleId }],
    },
  },
  access,
  bodyLimit: limits.classImport.body,
  body: z.strictObject({
    id,
    ...place,
    /** The language of the new accounts. */
    locale: z._default(locale, "en"),
    rows: rowsOf(
      z.strictObject({
        ...row,
        /** A call must add a row. Rows of another verdict than `new` and `looks-alike` cannot be added. */
        decision: z.enum(["add", "skip"]),
        verdict: z.enum(rowVerdicts),
        judgedGroupId: z.optional(id),
      }),
    ),
  }),
  status: 201,
  response: importResult,
  refusals: [
    "errors.loginTooOld",
    "errors.notFound",
    "errors.notAllowed",
    "errors.organizationRequired",
    "errors.importChanged",
    "errors.importUndone",
    "errors.playerGroupFull",
  ],
});

const named = z.object({ importId: id });
const obstacles = [
  "errors.importUndone",
  "errors.importTooOld",
  "errors.importStudentPresent",
  "errors.importStudentChanged",
  "errors.importBadgeChanged",
  "errors.importClassGrown",
] as const;
export type ImportObstacle = (typeof obstacles)[number];

export const undoClassImport = defineEndpoint({
  name: "undoClassImport",
  method: "POST",
  path: "class-imports/{importId}/undo",
  summary: "Erase the students of an import and remove the classes it created, within 24 hours and as long as nobody used them",
  example: { params: { importId: exampleId }, body: {} },
  access,
  params: named,
  body: z.strictObject({}),
  status: 204,
  refusals: ["errors.notFound", "errors.notAllowed", "errors.loginTooOld", ...obstacles],
});

export const reprintClassImport = defineEndpoint({
  name: "reprintClassImport",
  method: "POST",
  path: "class-imports/{importId}/badges",
  summary: "Print the badges of the students of an import again, unchanged",
  example: { params: { importId: exampleId }, body: {} },
  access,
  params: named,
  body: z.strictObject({}),
  response: importResult,
  refusals: ["errors.loginTooOld", "errors.notFound", "errors.notAllowed", "errors.importUndone"],
});

export const classImport = z.object({
  id,
  createdAt: z.string(),
  /** The display name, never an address; absent if that person is gone or has none. */
  importedBy: z.optional(z.string()),
  students: z.number(),
  undoableUntil: z.string(),
  /** Why the caller cannot undo it; absent if they can. */
  obstacle: z.optional(z.enum([...obstacles, "errors.notAllowed"])),
});
export type ClassImport = z.infer<typeof classImport>;

/** Newest first, undone imports included, at most ten of the last thirty days. */
export const listClassImports = defineEndpoint({
  name: "listClassImports",
  method: "GET",
  path: "class-imports",
  summary: "List the recent imports into a class, or the caller's own, with whether the caller may undo them",
  example: { query: { playerGroupId: exampleId } },
  access,
  query: z.strictObject({ playerGroupId: z.optional(id) }),
  response: z.array(classImport),
  refusals: ["errors.notFound", "errors.notAllowed"],
});
