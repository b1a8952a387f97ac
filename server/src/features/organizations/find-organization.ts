/** Organizations for the operator's command line, which reaches all of them. */
import type { OrganizationDetails, OrganizationName } from "@storyport/contract/organizations";
import type { Database } from "#/platform/database/connect.ts";
import { Refusal } from "#/platform/refusal.ts";
import { describeOrganization } from "./describe-organization.ts";
import { findOrganizationId, listOrganizationKeys } from "./queries.ts";

/** Lists the organizations by key, at most 10,000. */
export async function listAllOrganizations(database: Database): Promise<OrganizationName[]> {
  return listOrganizationKeys(database, "everywhere");
}

/** Finds an organization by its key. Refuses an unknown key with errors.notFound. */
export async function findOrganization(database: Database, key: string): Promise<OrganizationDetails> {
  const id = await findOrganizationId(database, key.normalize("NFC"));
  if (id === undefined) throw new Refusal("errors.notFound");
  return describeOrganization(database, id);
}
