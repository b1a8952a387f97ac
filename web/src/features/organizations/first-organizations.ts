/** A select offers at most this many organizations; more need a search. A text, as in every query. */
export const mostOffered = "20";

/** The input of the first request of every `OrganizationPicker`, which the loaders of its pages start. */
export const firstOrganizations = { query: { limit: mostOffered } };
