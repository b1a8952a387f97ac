/** The only reader of the environment. Reports all mistakes together, in words (DESIGN section 6). */
import { isIP } from "node:net";
import * as z from "zod";
import { databaseEnvironment, databaseMistakes, databaseOf } from "./database-settings.ts";
import type { PostgresSettings } from "./database-settings.ts";
import { defaultPort, defaultStandInsPort, isDemoWorld, isLoopback, sharedPorts, standInPorts } from "./demo-settings.ts";
import {
  feideGroupsUrl,
  feideUserinfoUrl,
  halfProviders,
  providerEnvironment,
  providerMistakes,
  readProviders,
  webAddress,
} from "./provider-settings.ts";
import type { ProvidersSettings } from "./provider-settings.ts";
import { readSecretFiles } from "./secret-files.ts";
import { isVaried, newSecret, variedWords } from "./secrets.ts";
import type { SecretKeys } from "./secrets.ts";

const portUpTo = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, `must be a port number, 1 to ${most}`)
    .transform(Number)
    .refine((value) => value <= most, `must be a port number, 1 to ${most}`);
const demoDashboardSecret = "dashboard-demo-secret";
/** The words are made when a setting is wrong, because loading their language takes ten milliseconds of a start. */
const choiceOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, { error: () => `must be ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(values)}` });
const textUpTo = (most: number) => z.string().max(most, `must be 1 to ${most} characters`);
const emailAddress = z.email("must be an email address");
const cidrList = z
  .string()
  .default("")
  .transform((list) => list.split(/[\s,]+/).filter((entry) => entry !== ""))
  .refine((list) => list.every(isAddressOrRange), "must list addresses or CIDR ranges, and never all addresses (/0)");
/** The key that seals, then previous keys, which only open. */
const secretKeys = z
  .string()
  .transform((list) => list.split(",").map((key) => key.trim()))
  .refine(
    (list) => list.every(isSecretKey),
    "must be 32 random bytes in base64 (openssl rand -base64 32). Previous keys follow after commas",
  )
  .transform(([first = "", ...previous]): SecretKeys => [bytesOf(first), ...previous.map(bytesOf)]);
/** Only the shape. Listening alone shows whether it is an address of this machine. */
const listeningHost = z
  .string()
  .refine(
    (host) => isIP(host) !== 0 || isHostName(host),
    "must be an IP address or a host name of this machine, such as 127.0.0.1, or 0.0.0.0 for all",
  );
const notAnOrigin = "must be an address without path, query or fragment, such as https://portal.school.example";
const origin = z
  .url({ protocol: /^https?$/, abort: true, error: notAnOrigin })
  .refine(isOrigin, notAnOrigin)
  .transform((value) => new URL(value).origin);

/** The names of OpenTelemetry. `parentbased_` follows the proxy's decision, if it made one. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const environment = z.object({
  NODE_ENV: choiceOf(["production", "development", "test"]).optional(),
  DEMO: choiceOf(["true", "false"]).optional(),
  PORT: portUpTo(65_535).default(defaultPort),
  HOST: listeningHost.default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  MANAGEMENT_PORT: z.union([z.literal("off"), portUpTo(65_535)], "must be off, or a port number, 1 to 65535").optional(),
  MANAGEMENT_HOST: listeningHost.default("127.0.0.1"),
  SOURCE_COMMIT: z
    .string()
    .regex(/^[\da-f]{7,40}$/, "must be a commit, 7 to 40 hexadecimal digits")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: textUpTo(100).default("storyport"),
  OTEL_TRACES_SAMPLER: choiceOf(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a share from 0 to 1")
    .transform(Number)
    .default(1),
  OTEL_SDK_DISABLED: choiceOf(["true", "false"]).optional(),
  STAND_INS_PORT: portUpTo(65_535 - standInPorts + 1).default(defaultStandInsPort),
  DATA_DIR: z.string().default(".storyport"),
  SECRET_KEY: secretKeys.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp:// or smtps://, such as smtps://mail.school.example" }).optional(),
  MAIL_FROM: emailAddress.default("no-reply@storyport.example"),
  DASHBOARD_URL: origin.optional(),
  DASHBOARD_LOGOUT_URL: webAddress.optional(),
  DASHBOARD_CLIENT_SECRET: z
    .string()
    .min(16, { error: "must be at least 16 characters", abort: true })
    .refine(isVaried, variedWords)
    .optional(),
  TRUSTED_PROXIES: cidrList,
  REQUIRE_ADMIN_SECOND_FACTOR: choiceOf(["true", "false"]).optional(),
  LOG_LEVEL: choiceOf(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).optional(),
  PRODUCT_NAME: textUpTo(40).default("Storyport"),
  COMPANY_URL: webAddress.default("https://storyport.example"),
  TIME_ZONE: z.string().refine(isTimeZone, "must be a time zone such as Europe/Oslo").default("Europe/Oslo"),
  SUPPORT_EMAIL: emailAddress.optional(),
  ...databaseEnvironment,
  ...providerEnvironment,
});

/** Also true with a slash at the end, which browsers add. */
function isOrigin(address: string): boolean {
  const { href, origin: start } = new URL(address);
  return href === `${start}/`;
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}

/** Refuses keys that are plainly not random, such as 32 equal bytes. Random keys have about thirty different bytes. */
function isSecretKey(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text) && new Set(bytesOf(text)).size > 8;
}

/** Takes names alone. PostgreSQL reads the zone too, and takes "+02:00" for two hours behind UTC. */
function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A name whose last part is a number would be a wrong IPv4 address. */
function isHostName(name: string): boolean {
  const parts = name.split(".");
  const areLabels = parts.every((part) => /^\w([\w-]{0,61}\w)?$/.test(part));
  return name.length <= 253 && areLabels && !/^\d+$/.test(parts.at(-1) ?? "");
}

function isAddressOrRange(entry: string): boolean {
  const [address = "", bits, ...rest] = entry.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128));
}

export interface Settings {
  isProduction: boolean;
  /** Whether to seed the demo world, with its published passwords and the stand-ins' published secrets (DESIGN A27). */
  isDemo: boolean;
  port: number;
  host: string;
  /** Absent if there is no management port. The default port is given up if another program has it. */
  management: { port: number; host: string; isDefault: boolean } | undefined;
  /** Absent unless a collector is named. */
  tracing: { url: string; serviceName: string; sampler: (typeof samplers)[number]; ratio: number } | undefined;
  /** The commit that the program was built from, if the build named it. */
  sourceCommit: string | undefined;
  /** Origin only. Links in letters and cookie flags derive from it alone. */
  publicUrl: string;
  isSecure: boolean;
  database: PostgresSettings | { kind: "embedded"; folder: string };
  dataFolder: string;
  /** Absent without SECRET_KEY, which production requires. Then the portal keeps a key in the data folder. */
  secretKeys: SecretKeys | undefined;
  mail: { url: string; from: string };
  /** `logoutUrl` hears of ended logins; absent if the dashboard does not want to. */
  dashboard: { url: string; clientSecret: string; logoutUrl: string | undefined };
  standIns: { port: number; identityProviderUrl: string; gameUrl: string; dashboardUrl: string; mailboxUrl: string };
  trustedProxies: string[];
  /** An administrator without a second factor must enrol before anything else (DESIGN A23). */
  requireAdminSecondFactor: boolean;
  /** The configured login providers; a missing provider is off. */
  providers: ProvidersSettings;
  feideUserinfoUrl: string;
  /** Absent if the groups of teachers are not read. */
  feideGroupsUrl: string | undefined;
  logLevel: string;
  brand: { productName: string; companyUrl: string; supportEmail: string };
  /** The time zone of times in letters, receipts and exports, and of the night in which the lists of schools are applied. */
  timeZone: string;
}

/** A reason not to start, in words for the operator. */
export class StartRefusal extends Error {}

/** Throws a StartRefusal that lists all mistakes. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const read = readSecretFiles(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== "")));
  const given = read.env;
  const parsed = environment.safeParse(given);
  const mistakes = [...read.mistakes];
  if (!parsed.success) mistakes.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
  const production = env["NODE_ENV"] === "production";
  // A secret whose file could not be read is reported already, and is not missing too.
  const named = { ...given, ...Object.fromEntries(read.unread.map((name) => [name, "unread"])) };
  if (production) mistakes.push(...missingInProduction(named));
  if (production && given["DEMO"] === "true") mistakes.push("DEMO: production has no demo world, whose passwords everybody knows.");
  mistakes.push(...halfProviders(named), ...databaseMistakes(given, read.unread));
  const isDemo = isDemoWorld(given, production);
  if (isDemo) mistakes.push(...sharedPorts(given));
  if (!parsed.success || mistakes.length > 0) {
    throw new StartRefusal(`Storyport cannot start with these settings:\n${mistakes.map((line) => `  - ${line}`).join("\n")}`);
  }
  return toSettings(parsed.data, { production, isDemo });
}

function missingInProduction(env: Record<string, string | undefined>): string[] {
  const mistakes = ["PUBLIC_URL", "DATABASE_URL", "SECRET_KEY", "SMTP_URL", "MAIL_FROM", "DASHBOARD_URL", "DASHBOARD_CLIENT_SECRET"]
    .filter((name) => env[name] === undefined)
    .map((name) => `${name} is needed in production; there is no default for it.`);
  if (/^http:/i.test(env["PUBLIC_URL"] ?? "")) mistakes.push("PUBLIC_URL must be https in production.");
  // Codes of logins travel there.
  if (isPlainElsewhere(env["DASHBOARD_URL"])) mistakes.push("DASHBOARD_URL must be https in production, unless it is this machine.");
  if (env["DASHBOARD_CLIENT_SECRET"] === demoDashboardSecret) {
    mistakes.push("DASHBOARD_CLIENT_SECRET is the demo's, which everybody knows.");
  }
  mistakes.push(...providerMistakes(env));
  return mistakes;
}

/** Returns whether an address has no https and is of another machine. A malformed address is another mistake. */
function isPlainElsewhere(address = ""): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && !isLoopback(url.hostname);
}

function tracingOf(env: z.infer<typeof environment>): Settings["tracing"] {
  const collector = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (collector === undefined || env.OTEL_SDK_DISABLED === "true") return undefined;
  const url = `${collector.replace(/\/+$/, "")}/v1/traces`;
  return { url, serviceName: env.OTEL_SERVICE_NAME, sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG };
}

/** The default port of OpenTelemetry's exporter for Prometheus. */
const usualManagementPort = 9464;

/** Only production has one by itself, because there a monitor reads it. */
function managementPlace(env: z.infer<typeof environment>, production: boolean): Settings["management"] {
  const port = env.MANAGEMENT_PORT ?? (production ? usualManagementPort : "off");
  return port === "off" ? undefined : { port, host: env.MANAGEMENT_HOST, isDefault: env.MANAGEMENT_PORT === undefined };
}

/** In production people write to the sender, which exists. The demo's address does not. */
function supportEmailFor({ MAIL_FROM }: { MAIL_FROM: string }, production: boolean): string {
  return production ? MAIL_FROM : "support@storyport.example";
}

function toSettings(env: z.infer<typeof environment>, { production, isDemo }: { production: boolean; isDemo: boolean }): Settings {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const standIn = (slot: number): string => `http://127.0.0.1:${env.STAND_INS_PORT + slot}`;
  const ofDemo = { standInUrl: isDemo ? standIn(0) : undefined };
  const smtpPort = env.STAND_INS_PORT + standInPorts - 1;
  return {
    isProduction: production,
    isDemo,
    port: env.PORT,
    host: env.HOST,
    management: managementPlace(env, production),
    tracing: tracingOf(env),
    sourceCommit: env.SOURCE_COMMIT,
    publicUrl,
    isSecure: publicUrl.startsWith("https:"),
    database: databaseOf(env),
    dataFolder: env.DATA_DIR,
    secretKeys: env.SECRET_KEY,
    mail: { url: env.SMTP_URL ?? `smtp://127.0.0.1:${smtpPort}`, from: env.MAIL_FROM },
    dashboard: {
      url: env.DASHBOARD_URL ?? standIn(2),
      // Outside the demo an unset secret becomes random, so that no dashboard can use the demo's.
      clientSecret: env.DASHBOARD_CLIENT_SECRET ?? (isDemo ? demoDashboardSecret : newSecret()),
      logoutUrl: env.DASHBOARD_LOGOUT_URL ?? (isDemo && env.DASHBOARD_URL === undefined ? `${standIn(2)}/logged-out` : undefined),
    },
    standIns: {
      port: env.STAND_INS_PORT,
      identityProviderUrl: standIn(0),
      gameUrl: standIn(1),
      dashboardUrl: standIn(2),
      mailboxUrl: standIn(3),
    },
    trustedProxies: env.TRUSTED_PROXIES,
    requireAdminSecondFactor: env.REQUIRE_ADMIN_SECOND_FACTOR === undefined ? !isDemo : env.REQUIRE_ADMIN_SECOND_FACTOR === "true",
    providers: readProviders(env, ofDemo),
    feideUserinfoUrl: feideUserinfoUrl(env, ofDemo),
    feideGroupsUrl: feideGroupsUrl(env, ofDemo),
    logLevel: env.LOG_LEVEL ?? (production ? "info" : "warn"),
    brand: {
      productName: env.PRODUCT_NAME,
      companyUrl: env.COMPANY_URL,
      supportEmail: env.SUPPORT_EMAIL ?? supportEmailFor(env, production),
    },
    timeZone: env.TIME_ZONE,
  };
}
