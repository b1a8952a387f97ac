import type { UserGroupDetails } from "@storyport/contract/user-groups";

/** A regular group of Fjordskolen with one member, which the user may manage. */
export function aUserGroup(parts: Partial<UserGroupDetails> = {}): UserGroupDetails {
  return {
    id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a101",
    version: 1,
    groupName: "Teachers",
    groupType: "REGULAR",
    organizationId: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102",
    playerGroups: [],
    membersInfo: { memberCount: 1, groupManagers: [] },
    created: "2026-11-22T08:00:00.000Z",
    createdBy: null,
    permissions: [],
    organization: { id: "0b0f3a54-93a2-4d0e-8a3c-3d1c9ce5a102", organization_key: "Fjordskolen" },
    roles: [],
    playerGroupRights: [],
    hidden: false,
    mayManage: true,
    ...parts,
  };
}
