import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rightsKinds } from "@storyport/contract/tokens";
import { rightsLevels, tokenScopes } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { highest } from "#/features/rights/levels.ts";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher, anOrganization } from "#test/builders.ts";
import { tokensFor } from "#test/oauth-client.ts";
import { everShorterClaims } from "./rights.ts";

const level = fc.constantFrom(...rightsLevels.filter((one) => one !== "NONE"));
const rights = (prefix: string) =>
  fc.uniqueArray(fc.record({ id: fc.nat(60).map((one) => `${prefix}${one}`), levels: fc.array(level, { minLength: 1, maxLength: 3 }) }), {
    selector: ({ id }) => id,
    maxLength: 50,
  });
const held = fc.record({
  games: fc.uniqueArray(fc.nat(), { maxLength: 5 }).map((ids) => ids.map((id) => ({ id: String(id), levels: [] }))),
  roles: fc.array(fc.string(), { maxLength: 3 }),
  permissions: fc.array(fc.string(), { maxLength: 3 }),
  players: rights("p"),
  playerGroups: rights("g"),
  userGroups: rights("u"),
});

describe("for any rights", () => {
  test("each kind is in the claims whole or named as left out; no variant has more than the one before, and the last has nothing", () => {
    fc.assert(
      fc.property(held, (all) => {
        const candidates = [...everShorterClaims(all)];
        const lengths = candidates.map((claims) => claims.rightsOmitted?.length ?? 0);
        expect(lengths).toEqual(lengths.toSorted((one, other) => one - other));
        for (const { rightsOmitted = [], ...claims } of candidates) {
          const claimed = {
            games: claims.gameIds,
            players: claims.playerIds,
            playerGroups: claims.playerGroupIds,
            userGroups: claims.userGroupIds,
          };
          for (const kind of rightsKinds) expect(claimed[kind]).toHaveLength(rightsOmitted.includes(kind) ? 0 : all[kind].length);
        }
        expect(candidates.at(-1)).toMatchObject({ gameIds: [], playerIds: [], playerGroupIds: [], userGroupIds: [] });
      }),
    );
  });

  test("every id has exactly one level, the highest held", () => {
    fc.assert(
      fc.property(held, (all) => {
        // A kind with more rights than `mostInToken` would be left out.
        const players = all.players.slice(0, 20);
        const [claims] = everShorterClaims({ ...all, players });
        expect(Object.keys(claims?.playerRights ?? {}).toSorted()).toEqual(claims?.playerIds.toSorted());
        for (const { id, levels } of players) expect(claims?.playerRights[id]).toBe(highest(levels));
      }),
    );
  });
});

describe("for any rights in the database", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await buildTestPortal();
  });
  afterAll(() => portal.close());

  const tree = fc.record({
    /** Three player groups, each with its state, its school and the direct right on it. */
    groups: fc.array(fc.record({ isArchived: fc.boolean(), isForeign: fc.boolean(), direct: fc.option(level) }), {
      minLength: 3,
      maxLength: 3,
    }),
    /** User groups that the teacher may be in, with their rights on each of the three. */
    userGroups: fc.array(
      fc.record({
        type: fc.constantFrom("REGULAR" as const, "HIDDEN" as const, "ARCHIVED" as const),
        isForeign: fc.boolean(),
        member: fc.option(level),
        grants: fc.array(fc.option(level), { minLength: 3, maxLength: 3 }),
      }),
      { maxLength: 3 },
    ),
    scope: fc.constantFrom(...tokenScopes),
  });
  type Tree = typeof tree extends fc.Arbitrary<infer T> ? T : never;

  /** Writes the tree to the database. Returns the expected level of each of the three groups. */
  async function plant({ groups, userGroups }: Tree) {
    const { database } = portal.context;
    const teacher = await aTeacher(portal);
    const { account, organization } = teacher;
    const elsewhere = await anOrganization(portal);
    const planted: { id: string; playerIds: string[] }[] = [];
    for (const { isArchived, isForeign, direct } of groups) {
      const rights = direct === null ? [] : [{ account, level: direct }];
      const type = isArchived ? "ARCHIVED" : "REGULAR";
      planted.push(await aPlayerGroup(portal, { organization: isForeign ? elsewhere : organization, players: 1, type, rights }));
    }
    for (const { type, isForeign, member, grants } of userGroups) {
      const { id } = await database
        .insertInto("user_groups")
        .values({ organization_id: isForeign ? elsewhere.id : organization.id, name: "Staff", group_type: type })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (member !== null) {
        await database
          .insertInto("user_group_members")
          .values({ user_group_id: id, account_id: account.id, rights_level: member })
          .execute();
      }
      for (const [index, granted] of grants.entries()) {
        const player_group_id = planted[index]?.id;
        if (granted === null || player_group_id === undefined) continue;
        await database
          .insertInto("user_group_player_groups")
          .values({ user_group_id: id, player_group_id, rights_level: granted })
          .execute();
      }
    }
    const expected = groups.map(({ isArchived, isForeign, direct }, index): RightsLevel => {
      if (isArchived || isForeign) return "NONE";
      const counting = userGroups.filter((group) => group.member !== null && !group.isForeign && group.type !== "ARCHIVED");
      return highest([direct ?? "NONE", ...counting.map(({ grants }) => grants[index] ?? "NONE")]);
    });
    return { ...teacher, planted, expected };
  }

  test("a token contains the highest level of each group, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (rights) => {
        const { account, organization, game, planted, expected } = await plant(rights);
        const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
        const { claims } = await tokensFor(portal, browser, { game, query: { scope: rights.scope } });
        const granted = planted
          .map(({ id, playerIds: [player = ""] }, index) => ({ id, player, level: expected[index] ?? "NONE" }))
          .filter((group) => group.level !== "NONE");
        const asMap = (key: "id" | "player") => Object.fromEntries(granted.map((group) => [group[key], group.level]));
        expect(claims.playerRights).toEqual(asMap("player"));
        expect(claims.playerGroupRights).toEqual(rights.scope === "PLAYER" ? {} : asMap("id"));
      }),
      { numRuns: 40 },
    );
  });
});
