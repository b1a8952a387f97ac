/** Builders: each creates a thing in the database, with defaults for everything that a test does not set. */
import { randomUUID } from "node:crypto";
import { hashSync } from "@node-rs/argon2";
import { sql } from "kysely";
import { logInWithPassword } from "@storyport/contract/login";
import type { Provider } from "@storyport/contract/providers";
import type { AccountStatus, LoginType, RightsLevel, TokenScope } from "@storyport/contract/vocabulary";
import { startSession } from "#/features/sessions/start-session.ts";
import { argon2Parameters } from "#/platform/hashing/argon2-parameters.ts";
import type { Browser } from "./browser.ts";
import type { TestPortal } from "./build-app.ts";

export const aPassword = "Lighthouse-Beam-7";
const passwordHash = hashSync(aPassword, argon2Parameters);

type Portal = Pick<TestPortal, "context">;

let nextGameId = 100;

export interface GameParts {
  /** Its number, if it matters. */
  id?: number;
  loginTypes?: LoginType[];
  requiredPermissions?: string[];
  legacyClientCode?: boolean;
  maxScope?: TokenScope;
  /** Makes it an OpenID client. */
  subjectType?: "public" | "pairwise";
  backchannelLogoutUrl?: string;
  postLogoutUrls?: string[];
  isPublic?: boolean;
  callbacks?: { url: string; kind: "WEB" | "LOOPBACK" | "APP" }[];
}

export const webCallback = "https://game.example/callback";

export async function aGame(portal: Portal, parts: GameParts = {}): Promise<{ id: number; key: string }> {
  const { context } = portal;
  const id = parts.id ?? nextGameId++;
  const key = `game-${id}`;
  const { numInsertedOrUpdatedRows: inserted } = await context.database
    .insertInto("games")
    .values({
      id,
      key,
      description: `Game ${id}`,
      login_types: parts.loginTypes ?? ["PASSWORD", "QRCODE"],
      required_permissions: parts.requiredPermissions ?? [],
      legacy_client_code: parts.legacyClientCode ?? false,
      max_scope: parts.maxScope ?? "USERGROUP",
      is_public: parts.isPublic ?? true,
      subject_type: parts.subjectType ?? null,
      pairwise_sector: parts.subjectType === "pairwise" ? key : null,
      backchannel_logout_url: parts.backchannelLogoutUrl ?? null,
      post_logout_urls: parts.postLogoutUrls ?? [],
    })
    // A game created by the portal may have taken the number.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted === 0n && parts.id !== undefined) throw new Error(`The number ${parts.id} is taken.`);
  if (inserted === 0n) return await aGame(portal, parts);
  const callbacks = parts.callbacks ?? [
    { url: webCallback, kind: "WEB" as const },
    { url: "http://127.0.0.1/callback", kind: "LOOPBACK" as const },
    { url: "org.example.game:/login", kind: "APP" as const },
  ];
  if (callbacks.length > 0) {
    await context.database
      .insertInto("game_callbacks")
      .values(callbacks.map((callback) => ({ game_id: id, ...callback })))
      .execute();
  }
  return { id, key };
}

export async function anOrganization({ context }: Portal, parts: { games?: { id: number }[] } = {}): Promise<{ id: string; key: string }> {
  const key = `school-${randomUUID().slice(0, 8)}`;
  const { id } = await context.database
    .insertInto("organizations")
    .values({ key, description: `School ${key}` })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const game of parts.games ?? []) {
    await context.database.insertInto("organization_games").values({ organization_id: id, game_id: game.id }).execute();
  }
  return { id, key };
}

export interface AccountParts {
  email?: string | null;
  displayName?: string | null;
  status?: AccountStatus;
  /** `null`: no password, like a federated account. */
  password?: string | null;
  passwordExpired?: boolean;
  locale?: string;
  loginTypes?: LoginType[];
  /** Roles per organization. */
  memberships?: { organization: { id: string }; roles: string[] }[];
  /** Roles on the whole platform. */
  platformRoles?: string[];
}

export interface TestAccount {
  id: string;
  email: string;
}

export async function anAccount({ context }: Portal, parts: AccountParts = {}): Promise<TestAccount> {
  const { database } = context;
  const email = parts.email === undefined ? `person-${randomUUID().slice(0, 8)}@school.example` : parts.email;
  const status = parts.status ?? "ACTIVE";
  const { id } = await database
    .insertInto("accounts")
    .values({
      email,
      display_name: parts.displayName === undefined ? "Kim Person" : parts.displayName,
      status,
      default_locale: parts.locale ?? "en",
      password_hash: parts.password === null ? null : hashOf(parts.password),
      password_expired: parts.passwordExpired ?? false,
      activated_at: status === "CREATED" ? null : sql<Date>`now()`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("account_login_types")
    .values((parts.loginTypes ?? ["PASSWORD"]).map((login_type) => ({ account_id: id, login_type })))
    .execute();
  for (const { organization, roles } of parts.memberships ?? []) {
    await database.insertInto("organization_members").values({ account_id: id, organization_id: organization.id }).execute();
    await giveRoles({ context }, id, { roles, organizationId: organization.id });
  }
  await giveRoles({ context }, id, { roles: parts.platformRoles ?? [], organizationId: null });
  return { id, email: email ?? "" };
}

/** Connects the account to a made-up person. The stand-in of the provider does not know this person. */
export async function anIdentity({ context }: Portal, { accountId, provider }: { accountId: string; provider: Provider }): Promise<void> {
  const identity = { account_id: accountId, provider, issuer: "https://issuer.example", subject: accountId, label: "" };
  await context.database.insertInto("account_identities").values(identity).execute();
}

/** A confirmed second factor, without an app that knows its secret. */
export async function aSecondFactor({ context }: Portal, account: TestAccount): Promise<void> {
  await context.database
    .insertInto("second_factors")
    .values({ account_id: account.id, sealed_secret: context.vault.seal("secret"), confirmed_at: new Date() })
    .execute();
}

export async function anAdministrator(portal: Portal, parts: Omit<AccountParts, "platformRoles"> = {}): Promise<TestAccount> {
  return anAccount(portal, { ...parts, platformRoles: ["admin"] });
}

async function giveRoles(
  { context }: Portal,
  accountId: string,
  { roles, organizationId }: { roles: string[]; organizationId: string | null },
): Promise<void> {
  if (roles.length === 0) return;
  const rows = roles.map((role_key) => ({ account_id: accountId, role_key, organization_id: organizationId }));
  await context.database.insertInto("account_roles").values(rows).execute();
}

function hashOf(password: string | undefined): string {
  return password === undefined || password === aPassword ? passwordHash : hashSync(password, argon2Parameters);
}

/** A teacher of one school with one game, the common case. */
export async function aTeacher(portal: Portal, parts: Omit<AccountParts, "memberships"> & { game?: GameParts; roles?: string[] } = {}) {
  const game = await aGame(portal, parts.game);
  const organization = await anOrganization(portal, { games: [game] });
  const account = await anAccount(portal, { ...parts, memberships: [{ organization, roles: parts.roles ?? ["teacher"] }] });
  return { account, organization, game };
}

/** Logs in through the real endpoint. */
export async function logIn(browser: Browser, account: { email: string }, password = aPassword): Promise<Browser> {
  const answer = await browser.call(logInWithPassword, { body: { email: account.email, password, deviceName: "a test" } });
  if (answer.status !== 200) throw new Error(`Could not log in: ${answer.status} ${answer.text}`);
  return browser;
}

/** A session of any login type, for tests that are not about that login. */
export async function aSession(
  portal: TestPortal,
  account: TestAccount,
  parts: { loginType: LoginType; organizationId?: string },
): Promise<Browser> {
  const secret = await portal.context.database.transaction().execute((transaction) =>
    startSession(transaction, {
      accountId: account.id,
      organizationId: parts.organizationId ?? null,
      loginType: parts.loginType,
      stage: "FULL",
      deviceName: "a test",
      // Time travel must not end an administrator's session, which would otherwise be idle for 30 minutes at most.
      isAdmin: false,
      formerSecret: undefined,
    }),
  );
  const browser = portal.browser();
  browser.cookies.set("session", secret);
  browser.cookies.set("user", account.id);
  return browser;
}

export interface PlayerGroupParts {
  organization: { id: string };
  players?: number;
  rights?: { account: { id: string }; level: RightsLevel }[];
  type?: "REGULAR" | "ARCHIVED";
}

export async function aPlayerGroup({ context }: Portal, parts: PlayerGroupParts): Promise<{ id: string; playerIds: string[] }> {
  const { database } = context;
  const organization_id = parts.organization.id;
  const { id } = await database
    .insertInto("player_groups")
    .values({ organization_id, name: "2A", group_type: parts.type ?? "REGULAR" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const playerIds: string[] = [];
  for (let index = 0; index < (parts.players ?? 0); index++) {
    const player = await database
      .insertInto("players")
      .values({ organization_id, name: `Player ${index}` })
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.insertInto("player_group_players").values({ player_group_id: id, player_id: player.id }).execute();
    playerIds.push(player.id);
  }
  for (const { account, level } of parts.rights ?? []) {
    await database
      .insertInto("account_player_group_rights")
      .values({ account_id: account.id, player_group_id: id, rights_level: level })
      .execute();
  }
  return { id, playerIds };
}
