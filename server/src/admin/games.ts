import { createGame as createEndpoint, editGame as editEndpoint } from "@storyport/contract/games";
import type { GameSettings } from "@storyport/contract/games";
import { createGame } from "#/features/games/create-game.ts";
import { editGame } from "#/features/games/edit-game.ts";
import { findGame } from "#/features/games/find-game.ts";
import { listGames } from "#/features/games/list-games.ts";
import { restoreGame, retireGame } from "#/features/games/retire-game.ts";
import { startTypeOf } from "#/features/games/game-values.ts";
import { operator } from "#/platform/http/caller.ts";
import { checked, listOf, numberOf, readWords, requireOptionsOf, unknownCommand } from "./read-words.ts";
import type { Commands } from "./read-words.ts";
import { withStore } from "./with-store.ts";
import type { OperatorContext } from "./with-store.ts";

const policyOptions = {
  description: { type: "string" },
  language: { type: "string" },
  "login-types": { type: "string" },
  permissions: { type: "string" },
  "max-scope": { type: "string" },
  public: { type: "boolean" },
  callback: { type: "string", multiple: true },
  loopback: { type: "string", multiple: true },
  app: { type: "string", multiple: true },
  start: { type: "string" },
  dashboard: { type: "string" },
} as const;

const options = { number: { type: "string" }, ...policyOptions } as const;

type Given = ReturnType<typeof readWords<typeof options>>["values"];

const commands: Commands = { list: [], create: Object.keys(options), edit: Object.keys(policyOptions), retire: [], restore: [] };

/** `games list | create | edit | retire | restore`. Throws a StartRefusal for wrong words, or the operation's Refusal. admin.ts prints it. */
export async function runGameCommand([command, ...words]: string[]): Promise<void> {
  const { values, positionals } = readWords(words, options);
  const [name, ...rest] = positionals;
  if (rest.length > 0 || (name === undefined) !== (command === "list")) throw unknownCommand();
  requireOptionsOf(commands, { group: "games", command }, values);
  if (command === "list") await withStore(list);
  else if (command === "create") await withStore((context) => create(context, name ?? "", values));
  else if (command === "edit") await withStore((context) => edit(context, numberOf(name), values));
  else if (command === "retire") await withStore((context) => retire(context, numberOf(name)));
  else if (command === "restore") await withStore((context) => restore(context, numberOf(name)));
  else throw unknownCommand();
}

async function list(context: OperatorContext): Promise<void> {
  const games = await listGames(context);
  if (games.length === 0) console.log("There is no game yet. Create one: npm run admin -- games create <key> --description <edition>");
  for (const game of games) console.log(describe(game));
}

function describe({ gameId, gameKey, description, locale, callbacks, organizationCount, retiredAt }: GameSettings): string {
  const facts = [description, locale, `callbacks: ${callbacks.length}`, `organizations: ${organizationCount}`];
  return `${String(gameId).padStart(4)}  ${gameKey}  (${facts.join(", ")})${retiredAt === null ? "" : `  retired ${retiredAt.slice(0, 10)}`}`;
}

async function create(context: OperatorContext, gameKey: string, given: Given): Promise<void> {
  const number = given.number === undefined ? {} : { gameId: numberOf(given.number) };
  const body = checked(createEndpoint.body, { gameKey, ...number, ...policyIn(context, given, []) });
  const { gameId } = await createGame(context, operator, body);
  console.log(
    `The game is created: ${gameKey} (${gameId}). Give it to an organization: npm run admin -- organizations give-game <key> ${gameId}`,
  );
}

async function edit(context: OperatorContext, gameId: number, given: Given): Promise<void> {
  const { version, resourceLinks } = await findGame(context, gameId);
  const body = checked(editEndpoint.body, { version, ...policyIn(context, given, resourceLinks) });
  console.log(describe(await editGame(context, operator, { gameId, ...body })));
}

async function retire(context: OperatorContext, gameId: number): Promise<void> {
  const { version, gameKey } = await findGame(context, gameId);
  await retireGame(context, operator, { gameId, version });
  console.log(`${gameKey} is retired. Bring it back: npm run admin -- games restore ${gameId}`);
}

async function restore(context: OperatorContext, gameId: number): Promise<void> {
  const { version, gameKey } = await findGame(context, gameId);
  await restoreGame(context, operator, { gameId, version });
  console.log(`${gameKey} is in use again.`);
}

/** Converts the given options to the call's fields. `links` are the game's present links, so that one option keeps the other. */
function policyIn({ settings }: OperatorContext, given: Given, links: GameSettings["resourceLinks"]) {
  const { description, language, start, dashboard } = given;
  const loginTypes = listOf(given["login-types"]);
  const requiredPermissions = listOf(given.permissions);
  return {
    ...(description !== undefined && { description }),
    ...(language !== undefined && { locale: language }),
    ...(loginTypes !== undefined && { loginTypes }),
    ...(requiredPermissions !== undefined && { requiredPermissions }),
    ...(given["max-scope"] !== undefined && { maxScope: given["max-scope"] }),
    ...(given.public !== undefined && { isPublic: given.public }),
    ...callbacksIn(given),
    ...((start !== undefined || dashboard !== undefined) && {
      resourceLinks: [...linkOf(startTypeOf(settings), start, links), ...linkOf("dashboard", dashboard, links)],
    }),
  };
}

/** Returns the callbacks of all three kinds together, because a given list replaces the former list. Without any option nothing changes. */
function callbacksIn({ callback, loopback, app }: Given) {
  const kinds = [
    ["WEB", callback],
    ["LOOPBACK", loopback],
    ["APP", app],
  ] as const;
  if (kinds.every(([, urls]) => urls === undefined)) return {};
  return { callbacks: kinds.flatMap(([kind, urls = []]) => urls.map((url) => ({ url, kind }))) };
}

/** Without an address the present link stays. An empty address removes it. */
function linkOf(type: string, url: string | undefined, links: GameSettings["resourceLinks"]): GameSettings["resourceLinks"] {
  if (url === undefined) return links.filter((link) => link.resource_type === type);
  return url === "" ? [] : [{ url, resource_type: type }];
}
