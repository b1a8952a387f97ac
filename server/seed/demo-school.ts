/**
 * The demo world: four schools, five games, and one person for each feature of the portal. It is fixed, because tests and the
 * README rely on it.
 */
import { providerFacts } from "@storyport/contract/providers";
import { sql } from "kysely";
import type { Transaction } from "kysely";
import type { AppContext } from "#/context.ts";
import type { Tables } from "#/platform/database/tables.ts";
import { newSecret } from "#/platform/secrets.ts";
import { StartRefusal } from "#/platform/settings.ts";
import { postLetter } from "#/platform/mail/outbox.ts";
import { addLink, linkLife } from "#/features/links/issue-link.ts";
import { activationLetter } from "#/features/passwords/letters.ts";
import { newBadgeCode } from "#/features/qr-login/badge-code.ts";
import { insertBadges } from "#/features/qr-login/queries.ts";
import { seedDemoClass } from "./demo-class.ts";
import { demoAccounts, demoGames, demoLanguage, demoOrganizations, demoPassword, demoPlayerGroups } from "./demo-people.ts";
import type { DemoAccount } from "./demo-people.ts";

/** An arbitrary number for the advisory lock, unlike those of other locks. */
const seedLock = 7_470_628;

type SeedContext = Pick<AppContext, "database" | "hasher" | "settings" | "vault">;

/** Does nothing if any account exists. If several processes race, one seeds. */
export async function seedDemoSchool(context: SeedContext): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(transaction);
    const someone = await transaction.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
    if (someone !== undefined) return;
    // One hash for all, because they share a password that the README prints.
    const passwordHash = await context.hasher.hash(demoPassword);
    await seedGames(context, transaction);
    const organizationIds = await seedOrganizations(transaction);
    const accountIds = new Map<string, string>();
    for (const account of demoAccounts) {
      const id = await seedAccount(transaction, { account, organizationIds, passwordHash });
      await seedIdentities(context, transaction, { account, id });
      accountIds.set(account.email ?? account.displayName ?? "", id);
      if (account.status === "CREATED") await seedActivation(context, transaction, { account, id });
    }
    await seedPlayerGroups(context, transaction, { organizationIds, accountIds });
    await seedDemoClass(context, transaction);
  });
}

/** Refuses (StartRefusal) a database with the demo world, because the README prints its administrator's password. */
export async function refuseDemoSchool({ database }: Pick<SeedContext, "database">): Promise<void> {
  const emails = demoAccounts.flatMap(({ email }) => email ?? []);
  const someone = await database.selectFrom("accounts").select("id").where("email", "in", emails).limit(1).executeTakeFirst();
  if (someone === undefined) return;
  throw new StartRefusal(
    "The database holds the demo world, whose passwords everybody knows. Give this portal a database of its own or, for a demo, set DEMO=true.",
  );
}

async function seedGames({ settings }: SeedContext, transaction: Transaction<Tables>): Promise<void> {
  const { gameUrl } = settings.standIns;
  for (const { appScheme, ...game } of demoGames) {
    // The widest, so that each scope can be tried.
    await transaction
      .insertInto("games")
      .values({ ...game, max_scope: "USERGROUP" })
      .execute();
    await transaction
      .insertInto("game_callbacks")
      .values([
        { game_id: game.id, url: `${gameUrl}/callback`, kind: "WEB" },
        { game_id: game.id, url: "http://127.0.0.1/callback", kind: "LOOPBACK" },
        { game_id: game.id, url: `${appScheme}:/login`, kind: "APP" },
      ])
      .execute();
    await transaction
      .insertInto("resource_links")
      .values({ game_id: game.id, resource_type: "game", url: `${gameUrl}/play` })
      .execute();
  }
}

/** The ids of organizations by their key, or of accounts by their address. Students have no address: by their name. */
type Ids = ReadonlyMap<string, string>;

async function seedOrganizations(transaction: Transaction<Tables>): Promise<Ids> {
  const ids = new Map<string, string>();
  for (const { key, description, games } of demoOrganizations) {
    const { id } = await transaction.insertInto("organizations").values({ key, description }).returning("id").executeTakeFirstOrThrow();
    ids.set(key, id);
    await transaction
      .insertInto("organization_games")
      .values(games.map((game_id) => ({ organization_id: id, game_id })))
      .execute();
  }
  return ids;
}

interface AccountSeed {
  account: DemoAccount;
  organizationIds: Ids;
  passwordHash: string;
}

async function seedAccount(transaction: Transaction<Tables>, { account, organizationIds, passwordHash }: AccountSeed): Promise<string> {
  const { email = null, displayName = null, status = "ACTIVE", passwordExpired = false } = account;
  const { id } = await transaction
    .insertInto("accounts")
    .values({
      email,
      display_name: displayName,
      status,
      default_locale: demoLanguage,
      password_hash: account.loginTypes.includes("PASSWORD") && status !== "CREATED" ? passwordHash : null,
      password_expired: passwordExpired,
      activated_at: status === "CREATED" ? null : sql<Date>`now()`,
      deactivated_at: status === "DEACTIVATED" ? sql<Date>`now()` : null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const loginTypes = account.loginTypes.map((login_type) => ({ account_id: id, login_type }));
  await transaction.insertInto("account_login_types").values(loginTypes).execute();
  for (const [index, { organization, roles }] of account.memberships.entries()) {
    const organization_id = organizationIds.get(organization) ?? null;
    if (organization_id !== null) {
      await transaction
        .insertInto("organization_members")
        .values({ account_id: id, organization_id, is_primary: index === 0 })
        .execute();
    }
    const held = roles.map((role_key) => ({ account_id: id, role_key, organization_id }));
    await transaction.insertInto("account_roles").values(held).execute();
  }
  return id;
}

async function seedIdentities(
  { settings }: SeedContext,
  transaction: Transaction<Tables>,
  { account, id }: { account: DemoAccount; id: string },
): Promise<void> {
  for (const { provider, subject, affiliation = null, label = account.email ?? null } of account.identities ?? []) {
    const issuer = `${settings.standIns.identityProviderUrl}/${providerFacts[provider].path}`;
    await transaction.insertInto("account_identities").values({ account_id: id, provider, issuer, subject, affiliation, label }).execute();
  }
}

const activationSeconds = linkLife.ACTIVATION;

async function seedActivation(
  { settings }: SeedContext,
  transaction: Transaction<Tables>,
  { account, id }: { account: DemoAccount; id: string },
): Promise<void> {
  const token = newSecret();
  const school = demoOrganizations.find(({ key }) => key === account.memberships[0]?.organization)?.description;
  const sender = { school, person: undefined };
  const expiresAt = await addLink(transaction, { accountId: id, purpose: "ACTIVATION", token, validForSeconds: activationSeconds });
  await postLetter(transaction, {
    accountId: id,
    recipient: account.email ?? "",
    name: "activation",
    letter: activationLetter(settings, {
      locale: demoLanguage,
      displayName: account.displayName ?? null,
      token,
      expiresAt,
      reason: "invited",
      sender,
    }),
    validForSeconds: activationSeconds,
  });
}

async function seedPlayerGroups(
  { vault }: SeedContext,
  transaction: Transaction<Tables>,
  { organizationIds, accountIds }: { organizationIds: Ids; accountIds: Ids },
): Promise<void> {
  for (const { name, organization, owner, players } of demoPlayerGroups) {
    const organization_id = organizationIds.get(organization) ?? "";
    const { id: player_group_id } = await transaction
      .insertInto("player_groups")
      .values({ organization_id, name, created_by: accountIds.get(owner) ?? null })
      .returning("id")
      .executeTakeFirstOrThrow();
    const account_id = accountIds.get(owner) ?? "";
    await transaction.insertInto("account_player_group_rights").values({ account_id, player_group_id, rights_level: "OWNER" }).execute();
    for (const player of players) {
      await seedPlayer(transaction, { ...player, organization_id, player_group_id, accountIds });
      const studentId = accountIds.get(player.name);
      if (studentId === undefined) continue;
      const { digest, sealedCode } = newBadgeCode(vault);
      await insertBadges(transaction, [
        { accountId: studentId, playerGroupId: player_group_id, digest, sealedCode, createdBy: account_id },
      ]);
    }
  }
}

interface PlayerSeed {
  name: string;
  gender: number;
  organization_id: string;
  player_group_id: string;
  accountIds: Ids;
}

async function seedPlayer(transaction: Transaction<Tables>, seed: PlayerSeed): Promise<void> {
  const { name, gender, organization_id, player_group_id, accountIds } = seed;
  const { id: player_id } = await transaction
    .insertInto("players")
    .values({ organization_id, name, gender, registered_at: sql<Date>`now()` })
    .returning("id")
    .executeTakeFirstOrThrow();
  await transaction.insertInto("player_group_players").values({ player_group_id, player_id }).execute();
  const account_id = accountIds.get(name);
  if (account_id !== undefined) await transaction.insertInto("account_players").values({ account_id, player_id }).execute();
}
