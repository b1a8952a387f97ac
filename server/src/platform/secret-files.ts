/** Secrets may come from files, as Docker and Kubernetes provide them: NAME_FILE names the file of NAME. */
import { readFileSync } from "node:fs";
import { providers } from "@storyport/contract/providers";

/** The settings that are or contain a secret. @public For tests. */
export const secretSettings: readonly string[] = [
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "DATABASE_DIRECT_URL",
  "SECRET_KEY",
  "SMTP_URL",
  "DASHBOARD_CLIENT_SECRET",
  ...providers.map((provider) => `${provider}_CLIENT_SECRET`),
];

type Environment = Record<string, string | undefined>;

interface WithSecrets {
  env: Environment;
  mistakes: string[];
  /** The settings whose file could not be used. They are not missing. */
  unread: string[];
}

/** Reads each file once and cuts the line break at its end. The caller leaves out empty variables, because here they count as set. */
export function readSecretFiles(given: Environment): WithSecrets {
  const found: WithSecrets = { env: { ...given }, mistakes: [], unread: [] };
  for (const name of secretSettings) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    const [secret, fault] = given[name] === undefined ? readSecret(path) : ["", `and ${name} are both set. Set only one of them.`];
    if (fault === undefined) found.env[name] = secret;
    else {
      found.mistakes.push(`${name}_FILE ${fault}`);
      found.unread.push(name);
    }
  }
  return found;
}

function readSecret(path: string): [secret: string, fault?: string] {
  try {
    const secret = readFileSync(path, "utf8").replace(/\r?\n$/, "");
    return secret === "" ? ["", `names an empty file: ${path}`] : [secret];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return ["", `names a file that cannot be read: ${path} (${reasons[code] ?? code})`];
  }
}

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EACCES: "this process may not read it",
  EISDIR: "it is a folder",
};
