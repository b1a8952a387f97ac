/**
 * For any rights, an account sees only players and groups of its own organizations, within its rights there (DESIGN 8.2, A12).
 * Rows that cross organizations, which the portal never writes, give nothing.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getPlayerGroup, listPlayerGroupRights } from "@storyport/contract/player-groups";
import { getPlayer, listOwnPlayers } from "@storyport/contract/players";
import type { RightsLevel } from "@storyport/contract/vocabulary";
import { buildTestPortal } from "#test/build-app.ts";
import type { TestPortal } from "#test/build-app.ts";
import { aSession } from "#test/builders.ts";
import { tokensFor } from "#test/oauth-client.ts";
import { highest, levelsOf, manages, plant, rightsTree } from "./rights-tree.ts";
import type { RightsTree } from "./rights-tree.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await buildTestPortal();
});
afterAll(() => portal.close());

/** A tree that fails is not made smaller, because each try plants another tree in the database. */
const runs = { numRuns: 40, endOnFailure: true };

/**
 * The players with the highest level that the groups give. Archived groups give no right on their players, and groups give none on
 * players of another organization.
 */
function playersOn(tree: RightsTree, levels: readonly RightsLevel[], playerIds: readonly string[]): Map<string, RightsLevel> {
  const found = new Map<string, RightsLevel>();
  tree.players.forEach((player, index) => {
    const held = player.groups.filter((group) => {
      const found = tree.groups[group];
      return found?.place === player.place && !found.isArchived;
    });
    const level = highest(held.map((group) => levels[group] ?? "NONE"));
    if (level !== "NONE") found.set(playerIds[index] ?? "", level);
  });
  return found;
}

function playersIn(tree: RightsTree, index: number, playerIds: readonly string[]): string[] {
  return playerIds.filter(
    (_, at) => tree.players[at]?.groups.includes(index) === true && tree.players[at].place === tree.groups[index]?.place,
  );
}

test("pages show exactly the groups and players within the rights, at their level", async () => {
  await fc.assert(
    fc.asyncProperty(rightsTree, async (tree) => {
      fc.pre(manages(tree, 0, "manage_players") || manages(tree, 1, "manage_players"));
      const { account, groupIds, playerIds } = await plant(portal, tree);
      const browser = await aSession(portal, account, { loginType: "PASSWORD" });
      const levels = levelsOf(tree);
      const held = new Map(groupIds.map((id, index) => [id, levels[index] ?? "NONE"] as const).filter(([, level]) => level !== "NONE"));

      const rights = listPlayerGroupRights.response.parse((await browser.call(listPlayerGroupRights)).body);
      expect(new Map(rights.map((right) => [right.player_group_id, right.rights_type]))).toEqual(held);
      for (const id of groupIds) {
        const { status, body } = await browser.call(getPlayerGroup, { params: { playerGroupId: id } });
        expect(status === 200).toBe(held.has(id));
        if (status !== 200) continue;
        const { players: found } = getPlayerGroup.response.parse(body);
        expect(found.map((player) => player.id).toSorted()).toEqual(playersIn(tree, groupIds.indexOf(id), playerIds).toSorted());
      }

      const players = playersOn(tree, levels, playerIds);
      const listed = listOwnPlayers.response.parse((await browser.call(listOwnPlayers)).body);
      expect(new Set(listed.results.map(({ id }) => id))).toEqual(new Set(players.keys()));
      expect(listed.results.flatMap(({ playerGroups }) => playerGroups.filter(({ id }) => !held.has(id)))).toEqual([]);
      for (const playerId of playerIds) {
        const { status, body } = await browser.call(getPlayer, { params: { playerId } });
        expect({ playerId, isShown: status === 200 }).toEqual({ playerId, isShown: players.has(playerId) });
        if (status !== 200) continue;
        const { passCode, playerGroups } = getPlayer.response.parse(body);
        expect(highest(playerGroups.map(({ rightsType }) => rightsType))).toBe(players.get(playerId));
        expect(passCode !== undefined).toBe(["MODIFY", "OWNER", "SPECIAL"].includes(players.get(playerId) ?? ""));
      }
    }),
    runs,
  );
}, 120_000);

test("a game's token has the rights that the pages show in its organization, without archived groups, and none of another", async () => {
  await fc.assert(
    fc.asyncProperty(rightsTree, fc.constantFrom(0, 1), async (tree, index) => {
      fc.pre(tree.roles[index] !== undefined);
      const { account, organizations, games, groupIds, playerIds } = await plant(portal, tree);
      const [organization, game] = [organizations[index], games[index]];
      if (organization === undefined || game === undefined) throw new Error("Nothing was planted.");
      const browser = await aSession(portal, account, { loginType: "PASSWORD", organizationId: organization.id });
      const { claims } = await tokensFor(portal, browser, { game });
      const levels = levelsOf(tree).map((level, at) => {
        const group = tree.groups[at];
        return group?.place === index && !group.isArchived ? level : "NONE";
      });
      const held = groupIds.map((id, at) => [id, levels[at] ?? "NONE"] as const).filter(([, level]) => level !== "NONE");
      expect(claims.orgId).toBe(organization.id);
      expect(claims.gameIds).toEqual([game.id]);
      expect(claims.playerGroupRights).toEqual(Object.fromEntries(held));
      expect(claims.playerRights).toEqual(Object.fromEntries(playersOn(tree, levels, playerIds)));
    }),
    runs,
  );
}, 120_000);
