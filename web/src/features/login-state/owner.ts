/**
 * To whom the values of a tab belong. They belong to the account of the `user` cookie at the time, and before a login to the next account
 * that logs in. The server cannot reach a tab, and several tabs learn of one session's end, so each page checks what its tab keeps.
 */
import { cookieNames } from "@storyport/contract/limits";
import { cookieValue } from "#/api/cookie-value.ts";

/** Undefined before a login. */
export const presentOwner = () => cookieValue(document.cookie, cookieNames.user);

/** `accountId`: of the account that is logged in; undefined without one. */
export const isOthers = (owner: string | undefined, accountId: string | undefined) => owner !== undefined && owner !== accountId;
