import type { editUser as endpoint } from "@storyport/contract/users";
import type * as z from "zod/mini";

/** What an edit of an account asks for. */
export type UserEdit = z.output<typeof endpoint.body>;
/** What of it changed, for the history. */
export type Changes = Record<string, unknown>;
