/**
 * The owner of the values in a tab. It is the account of the `user` cookie at the time. Before a login it is the next account that logs in.
 * The server cannot reach a tab, and several tabs learn of one session's end, so each page checks what its tab keeps.
 */
import { cookieNames } from "@storyport/contract/limits";
import { cookieValue } from "#/api/cookie-value.ts";

/** Undefined before a login. */
export const presentOwner = () => cookieValue(document.cookie, cookieNames.user);

/** `accountId`: of the account that is logged in; undefined without one. */
export const isOthers = (owner: string | undefined, accountId: string | undefined) => owner !== undefined && owner !== accountId;
