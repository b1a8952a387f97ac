/** Settings are parsed once, and all mistakes are reported together in words (DESIGN section 6). */
import { describe, expect, test } from "vitest";
import { StartRefusal, readSettings } from "./settings.ts";

function mistakesOf(env: Record<string, string>): string[] {
  try {
    readSettings(env);
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error;
    expect(error.message).toMatch(/^Storyport cannot start with these settings:\n/);
    return error.message.split("\n").slice(1);
  }
  return [];
}

const production = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://portal.school.example",
  DATABASE_URL: "postgres://storyport@127.0.0.1/storyport",
  SECRET_KEY: Buffer.from("0123456789abcdefghijklmnopqrstuv").toString("base64"),
  SMTP_URL: "smtps://mail.school.example",
  MAIL_FROM: "no-reply@school.example",
  SUPPORT_EMAIL: "support@school.example",
  DASHBOARD_URL: "https://dashboard.school.example",
  DASHBOARD_CLIENT_SECRET: "a-secret-of-the-dashboard",
};

test("without any setting the demo uses its defaults", () => {
  expect(readSettings({})).toMatchObject({
    isProduction: false,
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    isSecure: false,
    database: { kind: "embedded", folder: ".storyport/database" },
    mail: { url: "smtp://127.0.0.1:3005" },
    standIns: {
      identityProviderUrl: "http://127.0.0.1:3001",
      gameUrl: "http://127.0.0.1:3002",
      dashboardUrl: "http://127.0.0.1:3003",
      mailboxUrl: "http://127.0.0.1:3004",
    },
    trustedProxies: [],
    brand: { productName: "Storyport" },
  });
});

test.each(["127.0.0.1", "0.0.0.0", "::", "::1", "fe80::1%eth0", "localhost", "portal-1.school.example", "Storyport_1"])(
  "%s is an address to listen at",
  (host) =>
    expect(readSettings({ HOST: host, MANAGEMENT_HOST: host, MANAGEMENT_PORT: "9464" })).toMatchObject({ host, management: { host } }),
);

test("a wrong HOST is reported together with other mistakes", () => {
  const mistakes = mistakesOf({ HOST: "not a host", LOG_LEVEL: "loud" });
  expect(new Set(mistakes.map((line) => line.split(":")[0]))).toEqual(new Set(["  - HOST", "  - LOG_LEVEL"]));
});

test("the public address follows the port, and an empty setting counts as missing", () => {
  expect(readSettings({ PORT: "4123", PUBLIC_URL: "", DATABASE_URL: "" })).toMatchObject({
    publicUrl: "http://localhost:4123",
    database: { kind: "embedded" },
  });
});

test.each(["https://Portal.School.example", "https://portal.school.example/", "https://portal.school.example:443"])(
  "%s is the origin of the portal",
  (address) => {
    expect(readSettings({ PUBLIC_URL: address })).toMatchObject({ publicUrl: "https://portal.school.example", isSecure: true });
  },
);

test.each(["/sub", "/sub/", "//", "/?", "?school=1", "/#", "#start"])("an address with %s after the host is no origin", (rest) => {
  for (const name of ["PUBLIC_URL", "DASHBOARD_URL"]) {
    expect(mistakesOf({ [name]: `http://localhost:3000${rest}` })).toEqual([
      `  - ${name}: must be an address without path, query or fragment, such as https://portal.school.example`,
    ]);
  }
});

test("all mistakes are reported together, each with the name of its setting", () => {
  const mistakes = mistakesOf({
    PORT: "eighty",
    PUBLIC_URL: "ftp://portal.school.example",
    DATABASE_URL: "mysql://localhost",
    SECRET_KEY: "short",
    SMTP_URL: "http://mail",
    MAIL_FROM: "nobody",
    TRUSTED_PROXIES: "everyone",
    LOG_LEVEL: "loud",
  });
  const names = ["PORT", "PUBLIC_URL", "DATABASE_URL", "SECRET_KEY", "SMTP_URL", "MAIL_FROM", "TRUSTED_PROXIES", "LOG_LEVEL"];
  for (const name of names)
    expect(
      mistakes.filter((line) => line.startsWith(`  - ${name}: `)),
      name,
    ).toHaveLength(1);
  expect(mistakes).toHaveLength(names.length);
});

test.each([
  { PORT: "-1" },
  { PORT: "0" },
  { PORT: "65536" },
  { PORT: "80.5" },
  { PORT: " " },
  { PORT: "0x1F" },
  { STAND_INS_PORT: "65535" },
  { MANAGEMENT_PORT: "0" },
  { MANAGEMENT_PORT: "on" },
  { MANAGEMENT_PORT: "65536" },
  { SOURCE_COMMIT: "main" },
  { PUBLIC_URL: "portal.school.example" },
  { PUBLIC_URL: "javascript:alert(1)" },
  { SECRET_KEY: "A".repeat(44) },
  { SECRET_KEY: Buffer.alloc(31).toString("base64") },
  { DASHBOARD_CLIENT_SECRET: "short" },
  { TRUSTED_PROXIES: "true" },
  { TRUSTED_PROXIES: "1" },
  { TRUSTED_PROXIES: "999.1.1.1" },
  { TRUSTED_PROXIES: "10.0.0.0/33" },
  { TRUSTED_PROXIES: "0.0.0.0/0" },
  { TRUSTED_PROXIES: "10.0.0.1, ::/0" },
  { TRUSTED_PROXIES: "2001:db8::/129" },
  { TRUSTED_PROXIES: "10.0.0.1, ::::" },
  { TIME_ZONE: "Europe/Nowhere" },
  { TIME_ZONE: "+02:00" },
  { PRODUCT_NAME: "x".repeat(41) },
  { SUPPORT_EMAIL: "a@b\r\nBcc: x@attacker.example" },
])("%j is a mistake", (env) => {
  expect(mistakesOf(env)).toHaveLength(1);
});

const hostWords = "must be an IP address or a host name of this machine, such as 127.0.0.1, or 0.0.0.0 for all";

test.each([
  ["SMTP_URL", "http://mail.school.example", "must be smtp:// or smtps://, such as smtps://mail.school.example"],
  ["PUBLIC_URL", "foo", "must be an address without path, query or fragment, such as https://portal.school.example"],
  [
    "PUBLIC_URL",
    "ftp://portal.school.example",
    "must be an address without path, query or fragment, such as https://portal.school.example",
  ],
  ["COMPANY_URL", "ftp://school.example", "must be an http(s) address"],
  ["DASHBOARD_LOGOUT_URL", "x", "must be an http(s) address"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "must be an http(s) address"],
  ["OTEL_SERVICE_NAME", "x".repeat(101), "must be 1 to 100 characters"],
  ["OTEL_TRACES_SAMPLER", "xray", /^must be always_on, .* or parentbased_traceidratio$/],
  ["PRODUCT_NAME", "x".repeat(41), "must be 1 to 40 characters"],
  ["LOG_LEVEL", "foo", "must be fatal, error, warn, info, debug, trace or silent"],
  ["NODE_ENV", "prod", "must be production, development or test"],
  ["MAIL_FROM", "nobody", "must be an email address"],
  ["SUPPORT_EMAIL", "nobody", "must be an email address"],
  ["DASHBOARD_CLIENT_SECRET", "short", "must be at least 16 characters"],
  ["DASHBOARD_CLIENT_SECRET", "a".repeat(16), "must have at least 5 different characters, such as random ones (openssl rand -base64 32)"],
  ["DASHBOARD_CLIENT_SECRET", "abcd".repeat(8), /^must have at least 5 different characters/],
  ["HOST", "not a host", hostWords],
  ["HOST", "http://127.0.0.1", hostWords],
  ["HOST", "127.0.0.1:3000", hostWords],
  ["HOST", "[::1]", hostWords],
  ["HOST", "256.0.0.1", hostWords],
  ["HOST", "-portal", hostWords],
  ["HOST", "portal..example", hostWords],
  ["MANAGEMENT_HOST", "not a host", hostWords],
  ["MANAGEMENT_PORT", "on", "must be off, or a port number, 1 to 65535"],
])("%s=%s is a mistake in the portal's own words", (name, value, words) => {
  expect(mistakesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^  - ${name}: `))]);
  const [mistake = ""] = mistakesOf({ [name]: value });
  const said = mistake.slice(`  - ${name}: `.length);
  if (typeof words === "string") expect(said).toBe(words);
  else expect(said).toMatch(words);
});

describe("PORT among the five ports of the stand-ins", () => {
  test.each(["4351", "4352", "4355"])("is a mistake in the demo: %s", (port) => {
    expect(mistakesOf({ PORT: port, STAND_INS_PORT: "4351" })).toEqual([
      `  - PORT: ${port} is among the ports of the stand-ins, 4351 to 4355. Choose another PORT or STAND_INS_PORT.`,
    ]);
  });

  test("is a mistake with the default of either", () => {
    expect(mistakesOf({ PORT: "3003" })).toHaveLength(1);
    expect(mistakesOf({ STAND_INS_PORT: "2996" })).toHaveLength(1);
  });

  test("is reported with other mistakes", () => {
    const mistakes = mistakesOf({ PORT: "4352", STAND_INS_PORT: "4351", LOG_LEVEL: "loud" });
    expect(mistakes.map((line) => line.split(":")[0])).toEqual(["  - LOG_LEVEL", "  - PORT"]);
  });

  test.each(["4350", "4356"])("%s is beside them", (port) => {
    expect(readSettings({ PORT: port, STAND_INS_PORT: "4351" }).port).toBe(Number(port));
  });

  test("is right outside the demo, where no stand-in starts", () => {
    expect(readSettings({ ...production, PORT: "3003" }).port).toBe(3003);
    expect(readSettings({ DEMO: "false", PORT: "3003" }).port).toBe(3003);
  });
});

test.each(["10.0.0.1", "10.0.0.0/8, 192.168.0.0/16", "2001:db8::/32 ::1", "127.0.0.1"])("%s names trusted proxies", (list) => {
  expect(readSettings({ TRUSTED_PROXIES: list }).trustedProxies.length).toBeGreaterThan(0);
});

test("SECRET_KEY lists the key that seals and previous keys, with commas", () => {
  const keys = ["0123456789abcdefghijklmnopqrstuv", "vutsrqponmlkjihgfedcba9876543210"].map((text) => Buffer.from(text));
  const list = keys.map((key) => key.toString("base64"));
  expect(readSettings({ SECRET_KEY: list.join(", ") }).secretKeys).toEqual(keys);
  const mistake = "  - SECRET_KEY: must be 32 random bytes in base64 (openssl rand -base64 32). Previous keys follow after commas";
  for (const wrong of [`${list.join(",")},`, `${list[0]} ${list[1]}`, `${list[0]},short`, "not base64!"]) {
    expect(mistakesOf({ SECRET_KEY: wrong }), wrong).toEqual([mistake]);
  }
});

test("a mistake never repeats a secret", () => {
  const mistakes = mistakesOf({ SECRET_KEY: "canary-key", DATABASE_URL: "mysql://user:canary-pw@host", DASHBOARD_CLIENT_SECRET: "canary" });
  expect(mistakes.join("\n")).not.toContain("canary");
});

describe("in production", () => {
  test.each([production.DASHBOARD_URL, "http://[::1]:3003"])("a complete set of settings starts, with a dashboard at %s", (url) => {
    const settings = readSettings({ ...production, DASHBOARD_URL: url });
    expect(settings).toMatchObject({ isProduction: true, isSecure: true, database: { kind: "postgres" }, dashboard: { url } });
  });

  test("required settings have no defaults: all missing ones are named together", () => {
    const mistakes = mistakesOf({ NODE_ENV: "production" });
    for (const name of Object.keys(production).filter((key) => key !== "NODE_ENV" && key !== "SUPPORT_EMAIL")) {
      expect(
        mistakes.filter((line) => line.includes(`${name} is needed in production`)),
        name,
      ).toHaveLength(1);
    }
    expect(mistakes).toHaveLength(7);
  });

  test("without SUPPORT_EMAIL people write to the sender of the emails, and never to the demo's address", () => {
    const { SUPPORT_EMAIL: support, ...others } = production;
    expect(readSettings(production).brand.supportEmail).toBe(support);
    expect(readSettings(others).brand.supportEmail).toBe(production.MAIL_FROM);
  });

  test.each([
    ["PUBLIC_URL", "HTTP://portal.school.example", "PUBLIC_URL must be https in production."],
    ["DASHBOARD_URL", "HTTP://10.0.0.7:3003", "DASHBOARD_URL must be https in production, unless it is this machine."],
  ])("a %s without https is refused: %s", (name, url, mistake) =>
    expect(mistakesOf({ ...production, [name]: url })).toEqual([`  - ${mistake}`]),
  );

  test("the dashboard's demo secret is refused", () => {
    expect(mistakesOf({ ...production, DASHBOARD_CLIENT_SECRET: "dashboard-demo-secret" })).toHaveLength(1);
  });

  test("a key that repeats one byte is refused", () => {
    expect(mistakesOf({ ...production, SECRET_KEY: Buffer.alloc(32).toString("base64") })).toHaveLength(1);
  });
});

describe("the demo world (DESIGN A27)", () => {
  test.each([
    [{}, true],
    [{ HOST: "localhost", PUBLIC_URL: "http://portal.localhost:3000" }, true],
    [{ HOST: "::1", PUBLIC_URL: "http://[::1]:3000" }, true],
    [{ HOST: "127.0.0.2", PUBLIC_URL: "http://127.8.9.1" }, true],
    [{ HOST: "0.0.0.0" }, false],
    [{ HOST: "::" }, false],
    [{ HOST: "127.school.example" }, false],
    [{ PUBLIC_URL: "https://portal.school.example" }, false],
    [{ PUBLIC_URL: "http://localhost.school.example" }, false],
    [{ PUBLIC_URL: "http://127.0.0.1.school.example" }, false],
    [{ DATABASE_URL: "postgres://127.0.0.1/storyport" }, false],
    [{ TRUSTED_PROXIES: "10.0.0.0/8" }, false],
    [{ DEMO: "false" }, false],
    [{ DEMO: "true", HOST: "0.0.0.0", PUBLIC_URL: "https://demo.school.example", DATABASE_URL: "postgres://127.0.0.1/storyport" }, true],
    [production, false],
  ])("is there with %j: %s", (env, isDemo) => {
    expect(readSettings(env).isDemo).toBe(isDemo);
  });

  test("is refused in production, and a value other than true or false everywhere", () => {
    expect(mistakesOf({ ...production, DEMO: "true" })).toEqual([expect.stringContaining("DEMO: production has no demo world")]);
    expect(mistakesOf({ DEMO: "yes" })).toEqual(["  - DEMO: must be true or false"]);
  });

  test("demo secrets and stand-ins are off outside the demo, and administrators need a second factor", () => {
    const settings = readSettings({ DATABASE_URL: "postgres://127.0.0.1/storyport" });
    expect(settings).toMatchObject({ isProduction: false, providers: {}, requireAdminSecondFactor: true });
    expect(settings.feideUserinfoUrl).toMatch(/^https:/);
    expect(settings.dashboard.clientSecret).not.toBe(readSettings({}).dashboard.clientSecret);
    expect(settings.dashboard.clientSecret).toMatch(/^[\w-]{43}$/);
  });
});

test("only production has a management port by itself; a named one is never given up", () => {
  expect(readSettings({}).management).toBeUndefined();
  expect(readSettings(production).management).toEqual({ port: 9464, host: "127.0.0.1", isDefault: true });
  expect(readSettings({ ...production, MANAGEMENT_PORT: "off" }).management).toBeUndefined();
  const named = { MANAGEMENT_PORT: "9464", MANAGEMENT_HOST: "10.0.0.7" };
  expect(readSettings(named).management).toEqual({ port: 9464, host: "10.0.0.7", isDefault: false });
});
