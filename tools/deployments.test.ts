/** The files of deploy/ fit the published schemas, agree with the program, and ask for no more than the portal needs. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { runCommand } from "./commands.ts";
import { faultsOfManifest, readManifests } from "./kubernetes-manifests.ts";
import { projectFolder } from "./project-folder.ts";
import { readSettingNames } from "./setting-names.ts";

const read = (file: string): Promise<string> => readFile(path.join(projectFolder, "deploy", file), "utf8");
const { version } = JSON.parse(await readFile(path.join(projectFolder, "package.json"), "utf8")) as { version: string };
const settings = new Set(await readSettingNames());

/** Seconds, as docs/operating.md promises: five for the balancer, then the limit of server/src/stop-on-signal.ts. */
const longestStop = 5 + 20;

test("the limit of a stop is the one that the deployments below leave time for", async () => {
  const source = await readFile(path.join(projectFolder, "server/src/stop-on-signal.ts"), "utf8");
  const [, milliseconds = ""] = /longestStop = ([\d_]+)/.exec(source) ?? [];
  expect(Number(milliseconds.replaceAll("_", "")) / 1000 + 5).toBe(longestStop);
});

test("the image has a user by number, and its health check is a file of the production tree", async () => {
  const containerfile = await read("Containerfile");
  expect(containerfile).toMatch(/^USER 10001:10001$/m);
  const [, check = ""] = /^HEALTHCHECK .* CMD \["node", "deploy\/(.+)"\]$/m.exec(containerfile) ?? [];
  expect(await read(check)).toContain("/health/ready");
  expect(await readFile(path.join(projectFolder, "tools/production-tree.ts"), "utf8")).toContain(`"deploy/${check}"`);
});

test("an empty MANAGEMENT_PORT is the usual one for the health check too, as for the portal", async () => {
  const script = path.join(projectFolder, "deploy/health-check.mjs");
  const { output } = await runCommand([process.execPath, script], { env: { MANAGEMENT_PORT: "" } });
  // A portal of this machine may answer there.
  expect(output.replace(/^\{.*\}\n$/, "The management port 9464 answers.")).toMatch(/^The management port 9464 /);
});

interface Service {
  image: string;
  environment?: Record<string, string>;
  secrets?: string[];
  networks?: string[] | Record<string, unknown>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
}

describe("compose.yaml", async () => {
  const text = await read("compose.yaml");
  const compose = parse(text, { merge: true }) as { services: Record<string, Service>; secrets: Record<string, unknown> };
  const portals = Object.entries(compose.services).filter(([name]) => name.startsWith("portal-"));

  test("it fits the schema of the Compose Specification, and an unknown key does not", async () => {
    const home = path.dirname(createRequire(import.meta.url).resolve("dclint/package.json"));
    const schema = JSON.parse(await readFile(path.join(home, "schemas/compose.schema.json"), "utf8")) as { $schema?: string };
    delete schema.$schema;
    const ajv = new Ajv({ strict: false, allErrors: true });
    const validate = ajv.compile(schema);
    validate(compose);
    expect(validate.errors).toBeNull();
    compose.services["portal-1"] = { ...compose.services["portal-1"], stop_grace: "30s" } as unknown as Service;
    expect(validate(compose)).toBe(false);
  });

  test("each service is read-only, without capabilities and new privileges, and has time to stop", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
      expect(Number.parseInt(service.stop_grace_period ?? "0", 10), name).toBeGreaterThan(longestStop);
    }
  });

  test("only the migrations have the password of the owner of the tables", () => {
    expect(portals).toHaveLength(2);
    const withOwner = Object.entries(compose.services).filter(([, { secrets = [] }]) => secrets.includes("database_owner_url"));
    expect(withOwner.map(([name]) => name)).toEqual(["migrate"]);
  });

  test("the portals' variables are settings of the program, and each secret that a file names is given", () => {
    for (const name of ["portal-1", "portal-2", "migrate"]) {
      const { environment = {}, secrets = [] } = compose.services[name] ?? {};
      expect(Object.keys(environment).filter((setting) => !settings.has(setting))).toEqual([]);
      const files = Object.values(environment).flatMap((value) => (value.startsWith("/run/secrets/") ? [path.basename(value)] : []));
      expect(files.toSorted()).toEqual(secrets.toSorted());
      expect(secrets.filter((secret) => !(secret in compose.secrets))).toEqual([]);
    }
  });
});

describe("kubernetes/", async () => {
  const manifests = await readManifests(path.join(projectFolder, "deploy/kubernetes"));
  const pods = manifests.flatMap(({ file, content }) => {
    const spec = (content as { spec?: { template?: { spec?: Pod } } }).spec?.template?.spec;
    return spec === undefined ? [] : [{ file, spec }];
  });

  interface Pod {
    terminationGracePeriodSeconds?: number;
    automountServiceAccountToken: boolean;
    securityContext: object;
    containers: { image: string; securityContext: object; env?: { name: string }[]; resources: object }[];
    volumes: { name: string; secret?: { secretName: string } }[];
  }

  test.each(manifests.map((manifest) => [manifest.file, manifest] as const))("%s fits the schema of its kind", async (_, manifest) => {
    expect(await faultsOfManifest(manifest.content)).toEqual([]);
  });

  test("a wrong type, a missing and an unknown field are found", async () => {
    const metadata = { name: "x" };
    const kind = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata };
    expect(await faultsOfManifest({ ...kind, spec: { maxUnavailable: true } })).not.toEqual([]);
    expect(await faultsOfManifest({ ...kind, spec: { maxUnavailble: 1 } })).toEqual(["/spec/maxUnavailble is unknown"]);
    expect(await faultsOfManifest({ apiVersion: "batch/v1", kind: "Job", metadata, spec: {} })).not.toEqual([]);
  });

  test("each pod keeps to the restricted standard and mounts no token of the cluster", () => {
    expect(pods.map(({ file }) => file).toSorted()).toEqual(["deployment.yaml", "migration-job.yaml"]);
    for (const { file, spec } of pods) {
      expect(spec.automountServiceAccountToken, file).toBe(false);
      expect(spec.securityContext, file).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10_001,
        seccompProfile: { type: "RuntimeDefault" },
      });
      for (const { securityContext } of spec.containers) {
        expect(securityContext, file).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
      }
    }
  });

  test("only the migration mounts the secret of the owner of the tables, and portals have time to stop", () => {
    const owners = pods.filter(({ spec }) => spec.volumes.some(({ secret }) => secret?.secretName === "storyport-owner"));
    expect(owners.map(({ file }) => file)).toEqual(["migration-job.yaml"]);
    const portal = pods.find(({ file }) => file === "deployment.yaml")?.spec;
    expect(portal?.terminationGracePeriodSeconds).toBeGreaterThan(longestStop);
  });

  test("settings are settings of the program, kustomization.yaml lists all files but the migration, and all name this version", async () => {
    const data = manifests.find(({ content }) => content.kind === "ConfigMap")?.content["data"] as Record<string, string>;
    const named = [
      ...Object.keys(data),
      ...pods.flatMap(({ spec }) => spec.containers.flatMap(({ env = [] }) => env.map(({ name }) => name))),
    ];
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
    const customization = parse(await read("kubernetes/kustomization.yaml")) as { resources: string[]; images: { newTag: string }[] };
    const files = [...new Set(manifests.map(({ file }) => file))].filter((file) => file !== "migration-job.yaml");
    expect(customization.resources.toSorted()).toEqual(files.toSorted());
    expect(customization.images.map(({ newTag }) => newTag)).toEqual([version]);
    expect(await read("kubernetes/migration-job.yaml")).toContain(`image: storyport:${version}\n`);
  });
});

describe.each(["storyport@.service", "storyport-migrate.service"])("systemd/%s", async (file) => {
  const unit = await read(`systemd/${file}`);
  const environment = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));

  test("its variables are settings of the program, and each secret comes from a credential", () => {
    const names = environment.map((pair) => pair.split("=")[0] ?? "");
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
    const used = environment.flatMap((pair) => pair.split("=%d/")[1] ?? []);
    const loaded = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name = ""]) => name);
    expect(used.toSorted()).toEqual(loaded.toSorted());
    expect(used.includes("database_owner_url")).toBe(file === "storyport-migrate.service");
  });

  test("a migration that failed, such as before PostgreSQL is up, does not keep a portal off", () => {
    if (file === "storyport-migrate.service") return;
    expect(unit).toMatch(/^Wants=storyport-migrate\.service$/m);
    expect(unit).toMatch(/^After=.*\bstoryport-migrate\.service$/m);
    expect(unit).not.toMatch(/^(Requires|Requisite|BindsTo)=/m);
    expect(unit).toMatch(/^Restart=always$/m);
  });

  test("the portal has time to stop, and a migration has no limit", () => {
    const [, seconds = ""] = /^Timeout(?:Stop|Start)Sec=(.*)$/m.exec(unit) ?? [];
    if (file === "storyport-migrate.service") expect(seconds).toBe("infinity");
    else expect(Number(seconds)).toBeGreaterThan(longestStop);
  });
});
