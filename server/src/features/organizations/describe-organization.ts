import type { OrganizationDetails } from "@storyport/contract/organizations";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { findOrganizationDetails } from "./queries.ts";

/** The caller of this function has checked the right. Refuses a missing organization with errors.notFound. */
export async function describeOrganization(database: Database, organizationId: string): Promise<OrganizationDetails> {
  const found = await findOrganizationDetails(database, organizationId);
  if (found === undefined) throw new Refusal("errors.notFound");
  const { created_at, ...details } = found;
  return { ...details, createdAt: created_at.toISOString() };
}
