/** The settings of the login providers: complete or off, and never the demo's in production. */
import { expect, test } from "vitest";
import { StartRefusal, readSettings } from "./settings.ts";

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
const google = { GOOGLE_ISSUER: "https://accounts.google.com", GOOGLE_CLIENT_ID: "us", GOOGLE_CLIENT_SECRET: "a-secret-of-google" };

function refusalOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
  return "";
}

test("in the demo all three are the stand-in's", () => {
  const { providers, feideUserinfoUrl } = readSettings({ STAND_INS_PORT: "4100" });
  expect(providers).toEqual({
    FEIDE: { issuer: "http://127.0.0.1:4100/feide", clientId: "storyport", clientSecret: "feide-demo-secret" },
    GOOGLE: { issuer: "http://127.0.0.1:4100/google", clientId: "storyport", clientSecret: "google-demo-secret" },
    APPLE: { issuer: "http://127.0.0.1:4100/apple", clientId: "storyport", clientSecret: "apple-demo-secret" },
  });
  expect(feideUserinfoUrl).toBe("http://127.0.0.1:4100/feide/userinfo/v1/userinfo");
});

test("a demo that uses Feide itself asks at Feide's address, and reads no groups unless their address is set", () => {
  const feide = { FEIDE_ISSUER: "https://auth.dataporten.no", FEIDE_CLIENT_ID: "us", FEIDE_CLIENT_SECRET: "a-secret-of-feide" };
  const { feideUserinfoUrl, feideGroupsUrl } = readSettings(feide);
  expect({ feideUserinfoUrl, feideGroupsUrl }).toEqual({ feideUserinfoUrl: "https://api.dataporten.no/userinfo/v1/userinfo" });
  const set = { FEIDE_USERINFO_URL: "https://feide.example/userinfo", FEIDE_GROUPS_URL: "https://feide.example/groups" };
  expect(readSettings({ ...feide, ...set })).toMatchObject({
    feideUserinfoUrl: set.FEIDE_USERINFO_URL,
    feideGroupsUrl: set.FEIDE_GROUPS_URL,
  });
});

test("in production a provider without settings is off, and a complete one is on", () => {
  expect(readSettings(production)).toMatchObject({ providers: {}, feideUserinfoUrl: "https://api.dataporten.no/userinfo/v1/userinfo" });
  expect(readSettings({ ...production, ...google }).providers).toEqual({
    GOOGLE: { issuer: "https://accounts.google.com", clientId: "us", clientSecret: "a-secret-of-google" },
  });
});

test("in production an incomplete provider is refused with a sentence", () => {
  const { GOOGLE_CLIENT_SECRET: _, ...half } = google;
  expect(refusalOf({ ...production, ...half })).toContain("GOOGLE_CLIENT_SECRET is missing: GOOGLE is set up whole, or not at all.");
  expect(refusalOf({ ...production, FEIDE_CLIENT_ID: "us" })).toContain("FEIDE_ISSUER and FEIDE_CLIENT_SECRET are missing");
});

test.each([{}, { DEMO: "true" }, { HOST: "0.0.0.0" }])("outside production an incomplete provider is refused too: %j", (env) => {
  expect(refusalOf({ ...env, FEIDE_ISSUER: "https://auth.dataporten.no" })).toContain(
    "FEIDE_CLIENT_ID and FEIDE_CLIENT_SECRET are missing: FEIDE is set up whole, or not at all.",
  );
  expect(refusalOf({ ...env, ...google })).toBe("");
});

test("in production the demo's secrets and plain http are refused", () => {
  expect(refusalOf({ ...production, ...google, GOOGLE_CLIENT_SECRET: "google-demo-secret" })).toContain(
    "GOOGLE_CLIENT_SECRET is the demo's, which everybody knows.",
  );
  expect(refusalOf({ ...production, ...google, GOOGLE_ISSUER: "http://accounts.google.com" })).toContain(
    "GOOGLE_ISSUER must be https in production.",
  );
  expect(refusalOf({ ...production, FEIDE_USERINFO_URL: "http://api.example/" })).toContain(
    "FEIDE_USERINFO_URL must be https in production.",
  );
});

test("a client secret of equal characters is refused, and the demo's is not", () => {
  expect(refusalOf({ ...production, ...google, GOOGLE_CLIENT_SECRET: "x".repeat(24) })).toContain(
    "GOOGLE_CLIENT_SECRET: must have at least 5 different characters",
  );
  expect(refusalOf({ DEMO: "true", ...google, GOOGLE_CLIENT_SECRET: "google-demo-secret" })).toBe("");
});

test("an issuer that is no address is refused everywhere", () => {
  expect(refusalOf({ APPLE_ISSUER: "apple" })).toContain("APPLE_ISSUER: must be an http(s) address");
});

test("the allowed domains are read from a list, ignoring case; an invalid domain is refused", () => {
  const { providers } = readSettings({ ...production, ...google, GOOGLE_HOSTED_DOMAINS: "school.example, Fjord.School.EXAMPLE" });
  expect(providers.GOOGLE?.domains).toEqual(["school.example", "fjord.school.example"]);
  for (const wrong of ["school", "@school.example", "school.example,", "https://school.example", "*.school.example"]) {
    expect(refusalOf({ ...production, ...google, GOOGLE_HOSTED_DOMAINS: wrong }), wrong).toContain(
      "GOOGLE_HOSTED_DOMAINS: must be domains, comma separated",
    );
  }
});
