import { createOrganization as createEndpoint, editOrganization as editEndpoint } from "@storyport/contract/organizations";
import { createOrganization } from "#/features/organizations/create-organization.ts";
import { editOrganization } from "#/features/organizations/edit-organization.ts";
import { findOrganization, listAllOrganizations } from "#/features/organizations/find-organization.ts";
import { operator } from "#/platform/http/caller.ts";
import { checked, listOf, numberOf, readWords, requireOptionsOf, unknownCommand } from "./read-words.ts";
import type { Commands } from "./read-words.ts";
import { withStore } from "./with-store.ts";
import type { OperatorContext } from "./with-store.ts";

const options = { description: { type: "string" }, games: { type: "string" } } as const;

const commands: Commands = { list: [], create: Object.keys(options), "give-game": [] };

/** `organizations list`, `organizations create <key>` (by default the key is the description too), `organizations give-game <key> <game>`. */
export async function runOrganizationCommand([command, ...words]: string[]): Promise<void> {
  const { values, positionals } = readWords(words, options);
  const [key = "", game] = positionals;
  const wordCount = positionals.length;
  requireOptionsOf(commands, { group: "organizations", command }, values);
  if (command === "list" && wordCount === 0) await withStore(list);
  else if (command === "create" && wordCount === 1) await withStore((context) => create(context, key, values));
  else if (command === "give-game" && wordCount === 2) await withStore((context) => giveGame(context, key, numberOf(game)));
  else throw unknownCommand();
}

async function list({ database }: OperatorContext): Promise<void> {
  const organizations = await listAllOrganizations(database);
  if (organizations.length === 0) {
    console.log("There is no organization yet. Create one: npm run admin -- organizations create <key> --description <text>");
  }
  for (const { id, organization_key: key } of organizations) console.log(`${id}  ${key}`);
}

type Given = { description?: string | undefined; games?: string | undefined };

async function create(context: OperatorContext, key: string, { description = key, games }: Given): Promise<void> {
  const body = checked(createEndpoint.body, { key, description, gameIds: (listOf(games) ?? []).map(numberOf) });
  const { id } = await createOrganization(context, operator, body);
  console.log(`The organization is created: ${body.key} (${id}).`);
}

async function giveGame(context: OperatorContext, key: string, gameId: number): Promise<void> {
  const { id, version, games } = await findOrganization(context.database, key);
  const body = checked(editEndpoint.body, { version, gameIds: [...games.map((game) => game.gameId), gameId] });
  const { games: given } = await editOrganization(context, operator, { organizationId: id, ...body });
  console.log(`${key} has: ${given.map(({ gameKey, gameId: number }) => `${gameKey} (${number})`).join(", ")}.`);
}
