import type { PlayerGroupDetails } from "@storyport/contract/player-groups";

/** A regular class of Fjordskolen without students, which the user owns. */
export function aPlayerGroup(parts: Partial<PlayerGroupDetails> = {}): PlayerGroupDetails {
  return {
    id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a100",
    version: 1,
    name: "2A",
    groupType: "REGULAR",
    rightsType: "OWNER",
    isShared: true,
    organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
    createdAt: "2026-11-22T08:00:00.000Z",
    playerIds: [],
    players: [],
    rights: [],
    ...parts,
  };
}
