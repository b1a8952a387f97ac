import type { Endpoint } from "@storyport/contract/endpoint";
import { actorNames } from "./actors.ts";
import { expectedOf } from "./expected.ts";
import type { Verdict } from "./expected.ts";

const sign: Record<Verdict, string> = { open: "open", in: "yes", 401: "401", 403: "403", 404: "404" };

/** Returns the text of docs/authorization.md. The test compares both, and with WRITE_DOCS=1 writes the file. */
export function printMatrix(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.toSorted((one, other) => `${one.path} ${one.method}`.localeCompare(`${other.path} ${other.method}`)).map(rowOf);
  const head = ["call", "permission", "reach", ...actorNames];
  return `${intro}\n${[head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

function rowOf(endpoint: Endpoint): string[] {
  const { method, path, access } = endpoint;
  const permission = access.by === "session" ? access.permission : access.by;
  return [`${method} ${path}`, permission, access.scope, ...actorNames.map((actor) => sign[expectedOf(endpoint, actor)])];
}

const intro = `# Who may call what

Generated from the contract and held true by \`server/test/authorization/authorization.test.ts\`, which makes every one of these calls
over HTTP (write it again with \`WRITE_DOCS=1 npx vitest run --project server authorization\`). Every call is aimed at the things of one
school: a member of it, a user group, a player group that its teacher owns and its group manager may read. *yes*: past the guards;
*401*: nobody, or not logged in far enough; *403*: not allowed; *404*: answers as absent; *open*: needs no session, but a proof of its own
where the call has one.
`;
