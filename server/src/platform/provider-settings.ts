/** The settings of the login providers, complete or omitted. The demo then uses the stand-ins; elsewhere the provider is off. */
import { providerFacts, providers as allProviders } from "@storyport/contract/providers";
import type { Provider } from "@storyport/contract/providers";
import * as z from "zod";
import { isVaried, variedWords } from "./secrets.ts";

export interface ProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The allowed domains, in lower case; all if omitted. */
  domains?: readonly string[];
}

export type ProvidersSettings = Partial<Record<Provider, ProviderSettings>>;

type Facts = typeof providerFacts;
type DomainsSetting = { [P in Provider]: `${P}_${Facts[P]["domainsSetting"] & string}` }[Provider];
type ProviderSetting = `${Provider}_${(typeof parts)[number]}` | DomainsSetting | "FEIDE_USERINFO_URL" | "FEIDE_GROUPS_URL";
type Given = { [name in ProviderSetting]?: string | undefined };

const parts = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"] as const;
export const webAddress = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });
const clientId = z.string().max(512, "must be 1 to 512 characters");
const domain = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const domains = z.string().refine((text) => domainsIn(text).every((name) => domain.test(name)), "must be domains, comma separated");
/** Apple's secret is a signed JWT of hundreds of characters. */
const clientSecret = z
  .string()
  .min(8, { error: "must be 8 to 4096 characters", abort: true })
  .max(4096, { error: "must be 8 to 4096 characters", abort: true })
  .refine(isVaried, variedWords);

/** The environment variables for each provider: FEIDE_ISSUER and so on. Only the settings read them. */
export const providerEnvironment = {
  ...Object.fromEntries(
    allProviders.flatMap((provider) => [
      [`${provider}_ISSUER`, webAddress.optional()],
      [`${provider}_CLIENT_ID`, clientId.optional()],
      [`${provider}_CLIENT_SECRET`, clientSecret.optional()],
      ...domainsSettingsOf(provider).map((name) => [name, domains.optional()]),
    ]),
  ),
  FEIDE_USERINFO_URL: webAddress.optional(),
  FEIDE_GROUPS_URL: webAddress.optional(),
} as { [name in ProviderSetting]: z.ZodOptional<z.ZodType<string>> };

function domainsSettingsOf(provider: Provider): DomainsSetting[] {
  const { domainsSetting } = providerFacts[provider];
  return domainsSetting === undefined ? [] : [`${provider}_${domainsSetting}` as DomainsSetting];
}

function domainsIn(text: string): string[] {
  return text.split(",").map((name) => name.trim().toLowerCase());
}

function demoSecret(provider: Provider): string {
  return `${providerFacts[provider].path}-demo-secret`;
}

/**
 * Returns a mistake for each provider that is set up in part. In the demo the stand-in's settings would fill the rest, and the mixture could
 * log nobody in.
 */
export function halfProviders(env: Given): string[] {
  return allProviders.flatMap((provider) => {
    const missing = parts.map((part) => `${provider}_${part}` as const).filter((name) => env[name] === undefined);
    if (missing.length === 0 || missing.length === parts.length) return [];
    return [`${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing: ${provider} is set up whole, or not at all.`];
  });
}

/** Returns what only production refuses: the demo's secrets, and plain http. */
export function providerMistakes(env: Given): string[] {
  const mistakes: string[] = [];
  for (const name of [
    ...allProviders.map((provider) => `${provider}_ISSUER` as const),
    "FEIDE_USERINFO_URL",
    "FEIDE_GROUPS_URL",
  ] as const) {
    if (/^http:/i.test(env[name] ?? "")) mistakes.push(`${name} must be https in production.`);
  }
  for (const provider of allProviders) {
    if (env[`${provider}_CLIENT_SECRET`] !== demoSecret(provider)) continue;
    mistakes.push(`${provider}_CLIENT_SECRET is the demo's, which everybody knows.`);
  }
  return mistakes;
}

/** In the demo omitted settings are the stand-in's. Elsewhere a provider without settings is off. */
export function readProviders(env: Given, { standInUrl }: { standInUrl: string | undefined }): ProvidersSettings {
  const found: ProvidersSettings = {};
  for (const provider of allProviders) {
    const isDemo = standInUrl !== undefined;
    const issuer = env[`${provider}_ISSUER`] ?? (isDemo ? `${standInUrl}/${providerFacts[provider].path}` : undefined);
    const id = env[`${provider}_CLIENT_ID`] ?? (isDemo ? "storyport" : undefined);
    const secret = env[`${provider}_CLIENT_SECRET`] ?? (isDemo ? demoSecret(provider) : undefined);
    if (issuer === undefined || id === undefined || secret === undefined) continue;
    const [named] = domainsSettingsOf(provider).flatMap((name) => env[name] ?? []);
    found[provider] = { issuer, clientId: id, clientSecret: secret, ...(named !== undefined && { domains: domainsIn(named) }) };
  }
  return found;
}

/** The address where Feide returns more than its standard claims: affiliation and entitlements. */
export function feideUserinfoUrl(env: Given, demo: { standInUrl: string | undefined }): string {
  const standIn = feideStandIn(env, demo);
  if (env.FEIDE_USERINFO_URL !== undefined) return env.FEIDE_USERINFO_URL;
  return standIn === undefined ? "https://api.dataporten.no/userinfo/v1/userinfo" : `${standIn}/userinfo/v1/userinfo`;
}

/** The address of Feide's groups. At Feide itself it is off unless it is set, because the client needs the scope `groups-edu` there. */
export function feideGroupsUrl(env: Given, demo: { standInUrl: string | undefined }): string | undefined {
  const standIn = feideStandIn(env, demo);
  if (env.FEIDE_GROUPS_URL !== undefined) return env.FEIDE_GROUPS_URL.replace(/\/+$/, "");
  return standIn === undefined ? undefined : `${standIn}/groups-api/groups`;
}

/** The issuer that plays Feide. Undefined outside the demo, and in a demo that uses Feide itself. */
function feideStandIn(env: Given, { standInUrl }: { standInUrl: string | undefined }): string | undefined {
  return standInUrl === undefined || env.FEIDE_ISSUER !== undefined ? undefined : `${standInUrl}/${providerFacts.FEIDE.path}`;
}
