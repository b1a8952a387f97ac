import type { editUser as endpoint } from "@storyport/contract/users";
import type * as z from "zod/mini";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import type { ReachedUser } from "./user-in-reach.ts";

/** The requested changes of an account. */
export type UserEdit = z.output<typeof endpoint.body>;
/** The actual changes, for the history. */
export type Changes = Record<string, unknown>;

/** An edit of a locked account, and its caller. */
export interface Editing {
  user: ReachedUser;
  edit: UserEdit;
  caller: LoggedInCaller;
}
