/** A teacher's classes at a glance, for the start page. */
import * as z from "zod/mini";
import { defineEndpoint } from "#/endpoint.ts";
import { id } from "#/fields.ts";
import { rightsLevel } from "#/vocabulary.ts";

const count = z.int();

export const classOverview = z.object({
  playerGroupId: id,
  groupName: z.string(),
  organizationId: id,
  rightsType: rightsLevel,
  students: count,
  /** Students who may log in by badge, and have none of this class. */
  withoutBadge: count,
  /** Badges that end within 30 days. `first` is the earliest end. `isUrgent`: it is within 7 days. */
  badgesEnd: z.optional(z.object({ count, first: z.string(), isUrgent: z.boolean() })),
  /** The running lesson, with the number of children who need help. */
  lesson: z.optional(z.object({ endsAt: z.string(), needHelp: count })),
});
export type ClassOverview = z.infer<typeof classOverview>;

export const classOverviews = z.object({
  classes: z.array(classOverview),
  /** How many classes the caller has in all; `classes` has the first twelve of them. */
  total: count,
});
export type ClassOverviews = z.infer<typeof classOverviews>;

/**
 * Classes with a running lesson come first, then classes with a missing badge or one that ends within 30 days. Then come the classes used
 * last, then the others by name. An administrator gets the classes of their own schools. Archived classes are left out.
 */
export const listClassOverviews = defineEndpoint({
  name: "listClassOverviews",
  method: "GET",
  path: "class-overviews",
  summary: "List the first twelve classes that the caller holds rights on, with students, badges and running lesson",
  access: { by: "session", permission: "manage_players", scope: "organization" },
  response: classOverviews,
  refusals: [],
});
