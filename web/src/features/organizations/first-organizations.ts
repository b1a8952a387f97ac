/** A select offers at most this many organizations; more need a search. */
export const mostOffered = "20";

/** The input of the first request of every organization picker. */
export const firstOrganizations = { query: { limit: mostOffered } };
