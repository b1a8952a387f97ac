import type { editUser as endpoint } from "@storyport/contract/users";
import type * as z from "zod/mini";
import type { LoggedInCaller } from "#/platform/http/caller.ts";
import type { ReachedUser } from "./user-in-reach.ts";

/** What an edit of an account asks for. */
export type UserEdit = z.output<typeof endpoint.body>;
/** What of it changed, for the history. */
export type Changes = Record<string, unknown>;

/** An edit of an account that is held, and who makes it. */
export interface Editing {
  user: ReachedUser;
  edit: UserEdit;
  caller: LoggedInCaller;
}
