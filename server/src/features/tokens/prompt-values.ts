/** The values of `prompt` that games may ask for (OpenID Connect Core, section 3.1.2.1). */
export const promptValues = ["none", "login", "consent", "select_account"] as const;
export type PromptValue = (typeof promptValues)[number];
