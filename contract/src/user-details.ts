/** One account with everything that belongs to it, as managers see it (specification, section 3). */
import * as z from "zod/mini";
import { emailProposal } from "#/email-changes.ts";
import { id } from "#/fields.ts";
import { version } from "#/pages.ts";
import { accountStatus, locale, loginType, provider, rightsLevel } from "#/vocabulary.ts";

/** A role held in one organization, or on the platform if none is named. Names the user group if the role comes from one. */
const heldRole = z.object({
  role_key: z.string(),
  organizationId: z.optional(id),
  userGroupId: z.optional(id),
});

/** A manager gets the rights in the manager's own organizations alone, and no identities, sessions or letters. */
export const userDetails = z.object({
  id,
  version,
  email: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
  status: accountStatus,
  defaultLocale: locale,
  createdAt: z.string(),
  updated_at: z.string(),
  activatedAt: z.nullable(z.string()),
  deactivatedAt: z.nullable(z.string()),
  loginTypes: z.array(loginType),
  /** Only administrators see identities, sessions and letters. For managers all three are empty. */
  identities: z.array(z.object({ provider, connectedAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  hasPassword: z.boolean(),
  passwordExpired: z.boolean(),
  /**
   * The letter with which the owner can log in. Managers see no identities, so the server decides. Absent if the account needs none or has
   * no address. During an update a process of the previous release leaves it out too, and the page then offers no letter.
   */
  letterNeeded: z.optional(z.enum(["ACTIVATION", "RESET"])),
  hasSecondFactor: z.boolean(),
  /** How many passkeys it has. */
  passkeys: z.number(),
  /** `isPrimary`: the first organization of the account. `mayRemove`: the caller may end this membership. */
  organizations: z.array(
    z.object({ id, organization_key: z.string(), isPrimary: z.boolean(), joinedAt: z.string(), mayRemove: z.boolean() }),
  ),
  roles: z.array(heldRole),
  /** From roles and direct permissions together. */
  permissions: z.array(z.string()),
  directPermissions: z.array(z.object({ permission_key: z.string(), organizationId: id })),
  /** Without archived groups. `rightsType`: the member's level in the group; OWNER counts as its manager. */
  userGroups: z.array(z.object({ id, groupName: z.string(), organizationId: id, rightsType: rightsLevel })),
  /** By name, at most a hundred. */
  players: z.array(z.object({ id, playerName: z.string() })),
  /** Those that have not ended. */
  sessions: z.array(
    z.object({ id: z.string(), deviceName: z.string(), loginType, startedAt: z.string(), lastSeenAt: z.string(), expiresAt: z.string() }),
  ),
  /** The newest twenty letters to this account, without their content. */
  letters: z.array(
    z.object({
      letter: z.string(),
      writtenAt: z.string(),
      state: z.enum(["WAITING", "SENT", "ABANDONED"]),
      /** Null unless the state is SENT. */
      sentAt: z.nullable(z.string()),
      attempts: z.number(),
    }),
  ),
  /** An open change of the address (DESIGN A26). */
  emailProposal: z.nullable(emailProposal),
  /**
   * What the caller may do with this account. `edit`: change the account itself. It is false if the account is deleted. For
   * managers it is also false if the account is an administrator's, or also in organizations beyond their reach. Then they only
   * remove rights. `changeEmail`: change it at once; with `edit` alone the caller only proposes another address. `confirmEmail`: confirm
   * the open proposal in the owner's place.
   */
  may: z.object({
    edit: z.boolean(),
    changeEmail: z.boolean(),
    confirmEmail: z.boolean(),
    reactivate: z.boolean(),
    delete: z.boolean(),
    resetSecondFactor: z.boolean(),
    /** See the portal as this person sees it. */
    supportView: z.boolean(),
    resetPasskeys: z.boolean(),
  }),
});
export type UserDetails = z.infer<typeof userDetails>;
