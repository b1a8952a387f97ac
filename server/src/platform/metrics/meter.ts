/** What the portal counts about itself. Operations get it with the context and do not know its reader. */
import type { Provider } from "@storyport/contract/providers";
import type { ErrorCode } from "@storyport/contract/error-codes";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Things that are only counted. The names of the metrics are in `portal-metrics.ts`. */
export type Counted = "gameCodesIssued" | "gameCodesRedeemed" | "seatsRedeemed" | "tokensRefreshed" | "refreshTokensReused";

/** Every method of a login. Badges and one-time codes have the same login type, but not the same troubles. */
export type LoginMethod = "password" | "passkey" | "badge" | "one_time_code" | "second_factor" | Lowercase<Provider>;

export interface Meter {
  /** Counts a request and its time, and its login if it was one. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  /** The client has left before the end of the answer. */
  abandoned(request: FastifyRequest, reply: FastifyReply): void;
  /** For a login whose outcome the answer does not show. */
  loggedIn(method: LoginMethod, outcome: "success" | ErrorCode): void;
  count(what: Counted): void;
  /** A password waited so long for a free thread, to be hashed or checked. */
  hashWaited(seconds: number): void;
  jobRan(job: string, result: { isDone: boolean; seconds: number }): void;
  /** `read` returns how many boards of lessons are open. */
  watchBoards(read: () => number): void;
}

const nothing = (): void => undefined;

/** Counts nothing. For portals without a management port, and for tests. */
export const noMeter: Meter = {
  answered: nothing,
  abandoned: nothing,
  loggedIn: nothing,
  count: nothing,
  hashWaited: nothing,
  jobRan: nothing,
  watchBoards: nothing,
};
