import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rightsLevels, tokenScopes } from "@storyport/contract/vocabulary";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aPlayerGroup, aSession, aTeacher, anOrganization } from "#test/builders.ts";
import { tokensFor } from "#test/oauth-client.ts";
import { higherLevel, rightsClaims } from "./rights.ts";

const level = fc.constantFrom(...rightsLevels);
const rank = (of: RightsLevel | undefined): number => rightsLevels.indexOf(of ?? "NONE");
const held = fc.record({
  gameIds: fc.array(fc.integer()),
  roles: fc.array(fc.string()),
  permissions: fc.array(fc.string()),
  ownPlayers: fc.uniqueArray(fc.constantFrom("p1", "p2", "p3", "p4")),
  groups: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom("g1", "g2", "g3", "__proto__"),
      level,
      players: fc.uniqueArray(fc.constantFrom("p1", "p2", "p3", "p5")),
    }),
    { selector: ({ id }) => id },
  ),
  userGroups: fc.uniqueArray(fc.record({ id: fc.constantFrom("u1", "u2"), level }), { selector: ({ id }) => id }),
});

describe("whatever rights are held", () => {
  test("a narrower scope never says more", () => {
    fc.assert(
      fc.property(held, (rights) => {
        const [all, groups, players] = tokenScopes.map((scope) => rightsClaims(rights, scope));
        expect(groups).toEqual({ ...all, userGroupIds: [], userGroupRights: {} });
        expect(players).toEqual({ ...groups, playerGroupIds: [], playerGroupRights: {} });
      }),
    );
  });

  test("level NONE is no right, and every id has exactly one level", () => {
    fc.assert(
      fc.property(held, (rights) => {
        const claims = rightsClaims(rights, "USERGROUP");
        const maps = [claims.playerRights, claims.playerGroupRights, claims.userGroupRights];
        for (const map of maps) expect(Object.values(map)).not.toContain("NONE");
        expect(Object.keys(claims.playerRights).toSorted()).toEqual(claims.playerIds.toSorted());
        expect(Object.keys(claims.playerGroupRights).toSorted()).toEqual(claims.playerGroupIds.toSorted());
        expect(Object.keys(claims.userGroupRights).toSorted()).toEqual(claims.userGroupIds.toSorted());
      }),
    );
  });

  test("the higher of two levels is one of them, in either order", () => {
    fc.assert(
      fc.property(level, level, (a, b) => {
        expect(higherLevel(a, b)).toBe(higherLevel(b, a));
        expect(rank(higherLevel(a, b))).toBe(Math.max(rank(a), rank(b)));
      }),
    );
  });
});

describe("whatever rights the database holds", () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await buildTestPortal();
  });
  afterAll(() => portal.close());

  const tree = fc.record({
    /** Three player groups, each with its kind, its school and the direct right on it. */
    groups: fc.array(fc.record({ isArchived: fc.boolean(), isForeign: fc.boolean(), direct: fc.option(level) }), {
      minLength: 3,
      maxLength: 3,
    }),
    /** User groups that the teacher may be in, with what they grant on each of the three. */
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

  /** Writes the tree down; answers the level that each of the three groups should have. */
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
      return counting.reduce((best, { grants }) => higherLevel(best, grants[index] ?? "NONE"), direct ?? "NONE");
    });
    return { ...teacher, planted, expected };
  }

  test("a token says them, the highest of each group, and nothing else", async () => {
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
