/** A school that decides what a tool reads of its staff (decision 77). */
import type { OpenidWord } from "@storyport/contract/games";
import { getNameSharing, shareNames } from "@storyport/contract/organizations";
import type { TestPortal } from "./build-app.ts";
import type { Browser } from "./browser.ts";
import { aGame, anAccount, anOrganization, aSession } from "./builders.ts";

/** A school with a staff tool that asks for both words, and its manager. */
export async function createSchoolWithTool(portal: TestPortal) {
  const game = await aGame(portal, { subjectType: "public" });
  const organization = await anOrganization(portal, { games: [game] });
  const manager = await anAccount(portal, { displayName: "Rektor Berg", memberships: [{ organization, roles: ["organization_admin"] }] });
  const office = await aSession(portal, manager, { loginType: "PASSWORD", organizationId: organization.id });
  const params = { organizationId: organization.id };
  /** Decides by a page that shows what the tool reads now, or `seen`. */
  const decide = async (browser: Browser, words: OpenidWord[], { gameId = game.id, seen }: { gameId?: number; seen?: OpenidWord[] } = {}) =>
    browser.call(shareNames, { params, body: { gameId, words, seen: seen ?? (await readsOf(browser, { ...params, gameId })) } });
  return { game, organization, manager, office, params, decide };
}

/** What the caller's page shows that a tool reads. */
export async function readsOf(
  browser: Browser,
  { organizationId, gameId }: { organizationId: string; gameId: number },
): Promise<OpenidWord[]> {
  const { status, body } = await browser.call(getNameSharing, { params: { organizationId } });
  if (status !== 200) return [];
  return getNameSharing.response.parse(body).tools.find((tool) => tool.gameId === gameId)?.reads ?? [];
}
