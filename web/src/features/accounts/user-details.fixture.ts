import type { UserDetails } from "@storyport/contract/user-details";

/** An active account without organizations, roles and letters, which the reader may edit. */
export function someUserDetails(parts: Partial<UserDetails> = {}): UserDetails {
  return {
    id: "00000000-0000-4000-8000-000000000003",
    version: 4,
    email: "kari@school.example",
    displayName: "Kari",
    status: "ACTIVE",
    defaultLocale: "nb",
    createdAt: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    activatedAt: null,
    deactivatedAt: null,
    loginTypes: ["PASSWORD", "FEIDE"],
    identities: [],
    emailProposal: null,
    hasPassword: true,
    passwordExpired: false,
    hasSecondFactor: false,
    passkeys: 0,
    organizations: [],
    roles: [],
    permissions: ["login"],
    directPermissions: [],
    userGroups: [],
    players: [],
    sessions: [],
    letters: [],
    may: {
      edit: true,
      reactivate: false,
      delete: false,
      resetSecondFactor: false,
      supportView: false,
      resetPasskeys: false,
      changeEmail: true,
      confirmEmail: false,
    },
    ...parts,
  };
}
