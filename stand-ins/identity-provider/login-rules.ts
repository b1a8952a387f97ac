import { errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import type { ProviderName } from "./demo-people.ts";
import { evilDescription, type Mood } from "./moods.ts";

const { Check, Prompt } = interactionPolicy;

/**
 * When a provider asks for the person. Feide and Google log in known browsers silently (Google asks on prompt=select_account).
 * Apple asks every time, and only answers by form_post.
 */
export function loginRules(provider: ProviderName, mood: () => Mood): interactionPolicy.DefaultPolicy {
  const rules = interactionPolicy.base();
  // The first rule, so that `demands` refuses a request before the provider asks anything.
  rules.add(new Prompt({ name: "select_account", requestable: true }, demands(provider, mood), everyTime(provider)), 0);
  return rules;
}

function demands(provider: ProviderName, mood: () => Mood) {
  return new Check("demands", "never asks", ({ oidc }) => {
    if (provider === "apple" && oidc.params?.["response_mode"] !== "form_post") {
      // Apple shows this error on its own page without a redirect.
      throw Object.assign(new errors.InvalidRequest("response_mode must be form_post."), { allow_redirect: false });
    }
    if (mood() === "evil-error") throw new errors.CustomOIDCProviderError("access_denied", evilDescription);
    return Check.NO_NEED_TO_PROMPT;
  });
}

function everyTime(provider: ProviderName) {
  const asks = ({ oidc }: KoaContextWithOIDC) => provider === "apple" && oidc.result?.login === undefined;
  return new Check("every_time", "this provider asks every time", asks);
}
