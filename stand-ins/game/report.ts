import type { Attempt, Game } from "./attempts.ts";

/** The public part of an attempt for waiting rooms and tests, without tokens, verifier and state. */
export function reportOf(attempt: Attempt) {
  const { outcome } = attempt;
  const about = { attempt: attempt.id, gameId: attempt.edition.gameId, kind: attempt.kind, status: outcome.status };
  if (outcome.status === "waiting") return { ...about, at: "", claims: null, rights: null };
  if (outcome.status === "logged-out") return { ...about, at: outcome.at, claims: null, rights: null };
  if (outcome.status === "failed") return { ...about, at: outcome.at, claims: null, rights: null, error: outcome.error };
  const { at, tokens, timesRefreshed, isGivenBack } = outcome;
  return { ...about, at, claims: tokens.claims, rights: tokens.rights, refreshed: timesRefreshed, givenBack: isGivenBack };
}

/** All ended attempts, newest first, including failed ones. */
export function listArrivals(game: Game) {
  const finished = [...game.attempts.values()].filter(({ outcome }) => outcome.status !== "waiting").map(reportOf);
  return finished.toSorted((one, other) => other.at.localeCompare(one.at));
}
