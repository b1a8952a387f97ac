import type { GameSettings, ManifestGame, ManifestOrganization } from "@storyport/contract/games";

export function aGame(game: Partial<ManifestGame> = {}): ManifestGame {
  return {
    gameId: 1,
    gameKey: "storyport-no",
    description: "Norwegian",
    loginTypes: ["PASSWORD", "FEIDE"],
    requiredPermissions: [],
    callbackUrls: ["http://127.0.0.1:3002/arrive"],
    launchUrl: "http://127.0.0.1:3002/start",
    ...game,
  };
}

export function anOrganization(organization: Partial<ManifestOrganization> = {}): ManifestOrganization {
  return {
    id: "11111111-1111-4111-8111-111111111111",
    key: "Fjordskolen",
    description: "Fjordskolen",
    games: [aGame()],
    ...organization,
  };
}

export function someGameSettings(settings: Partial<GameSettings> = {}): GameSettings {
  return {
    gameId: 7,
    gameKey: "storyport-no",
    description: "Norwegian",
    version: 1,
    locale: "nb",
    loginTypes: ["PASSWORD"],
    requiredPermissions: [],
    isPublic: false,
    legacyClientCode: false,
    maxScope: "PLAYERGROUP",
    callbacks: [],
    resourceLinks: [],
    openid: null,
    organizationCount: 0,
    retiredAt: null,
    ...settings,
  };
}
