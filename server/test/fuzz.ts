/** Changes the contract's examples into hostile requests. The same seed makes the same requests. */
import { apiBase } from "@storyport/contract/endpoint";
import type { Endpoint } from "@storyport/contract/endpoint";
import type { CallParts } from "./browser.ts";
import { endpoints } from "./every-endpoint.ts";

const chosenRuns = process.env["FUZZ_RUNS"];

/** `npm run fuzz` sends more requests than `npm test`, and prints the results. Any fixed seed lets `npm test` repeat itself. */
export const fuzzing = {
  isLong: chosenRuns !== undefined,
  runs: Number(chosenRuns ?? 2000),
  seed: Number(process.env["FUZZ_SEED"] ?? 20_261_122),
} as const;

export interface Dice {
  /** Returns a whole number below `sides`. */
  roll(sides: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns true once in `times`. */
  isOneIn(times: number): boolean;
}

/** The generator "mulberry32": random enough for choices, and its seed of four bytes fits into one line of a failure. */
export function createDice(seed: number): Dice {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (sides: number): number => Math.floor(next() * sides);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[roll(from.length)];
    if (picked === undefined) throw new Error("There is nothing to pick from.");
    return picked;
  };
  return { roll, pick, isOneIn: (times) => roll(times) === 0 };
}

const texts = [
  ["", " ", "0", "-1", "1e308", "9223372036854775807", "9223372036854775808", "99999999999999999999", "NaN", "null", "true", "undefined"],
  [
    "\u0000",
    "a\u0000b",
    "\uD800",
    "\uDC00x",
    "\u202E",
    "\uFEFF",
    "é".normalize("NFD"),
    "\u0301",
    "👩‍👩‍👧",
    "ﬀ＠ｓ．example",
    "İ",
    "ß".repeat(64),
  ],
  ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "../../etc/passwd", "%", "%00", "%zz", "\\", "'", '"', "';--"],
  ["2026-02-31", "2026-13-01", "0000-00-00", "9999-12-31", "2026-02-29", "12:99", "P1D", "1970-01-01T00:00:00Z"],
  [
    "00000000-0000-0000-0000-000000000000",
    "FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF",
    "a@b.c",
    "a@b@c.d",
    "javascript:alert(1)",
    "//evil.test",
  ],
  [
    "http://",
    "https://[::1",
    "https://evil.test\\@game.example/",
    "x".repeat(300),
    "x".repeat(5000),
    "\r\nset-cookie: a=b",
    "${7*7}",
    "{{7*7}}",
  ],
].flat();

const manyTexts = Array.from({ length: 60 }, () => "x");
const numbers = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308];
const objects: readonly unknown[] = [{}, { a: 1 }, { $ne: null }, { length: 1 }, { toString: 1 }];
const values: readonly unknown[] = [null, true, false, "", "x", [], [[]], [null], ["x"], [{}], manyTexts, ...numbers, ...objects];

const headers: readonly [name: string, value: string][] = [
  ["accept-language", "__proto__"],
  ["accept-language", "constructor, toString;q=0.9"],
  ["accept-language", "xx-XX-xx;q=nan,*;q=2"],
  ["accept-language", "nb,".repeat(500)],
  ["accept", "text/html"],
  ["accept", "constructor"],
  ["content-type", "application/json; charset=utf-16"],
  ["content-type", "multipart/form-data"],
  ["content-type", "__proto__"],
  ["content-length", "0"],
  ["cookie", "session=; session=x; __proto__=1; constructor=2; language=__proto__"],
  ["cookie", "user=%ED%A0%80; login=%7B%22a%22%3A; device=%zz; language=\u00FF"],
  ["cookie", `language=${"x".repeat(4000)}; =; ;;; a`],
  ["x-forwarded-for", "__proto__, 999.1.1.1, ::ffff:1.2.3.4"],
  ["x-forwarded-host", "evil.test"],
  ["origin", "null"],
  ["origin", "constructor"],
  ["sec-fetch-site", "__proto__"],
  ["user-agent", "\u00E6".repeat(2000)],
  ["referer", "http://["],
  ["authorization", "Bearer"],
  ["authorization", "Basic ÿ"],
  ["x-request-id", "a b"],
  ["if-none-match", "*"],
  ["range", "bytes=0-"],
];

export interface FuzzRequest {
  endpoint: Endpoint;
  method: Endpoint["method"];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

/** Makes a request: an endpoint, a valid call of it, and up to three faults. */
export function makeRequest(dice: Dice, callOf: (endpoint: Endpoint) => CallParts): FuzzRequest {
  const endpoint = dice.pick(endpoints);
  const { params = {}, query = {}, body, headers: own = {} } = callOf(endpoint);
  const parts: Record<string, unknown> = structuredClone({ params, query, ...(body === undefined ? {} : { body }) });
  const faults = dice.roll(4);
  for (let fault = 0; fault < faults; fault += 1) spoil(dice, parts);
  const sent: Record<string, string> = { ...(endpoint.method === "GET" ? {} : { "content-type": "application/json" }), ...own };
  if (dice.isOneIn(4)) {
    const [name, value] = dice.pick(headers);
    sent[name] = value;
  }
  const payload = endpoint.method === "GET" || parts["body"] === undefined ? undefined : payloadOf(dice, parts["body"]);
  return {
    endpoint,
    method: endpoint.method,
    url: `${pathOf(endpoint, parts["params"])}${queryOf(dice, parts["query"])}`,
    headers: sent,
    ...(payload === undefined ? {} : { payload }),
  };
}

/** Changes one place: another value, none, or an additional one. */
function spoil(dice: Dice, parts: Record<string, unknown>): void {
  // Seldom all parameters or the whole body at once, so that most requests get past the first check.
  const places = objectsIn(parts).filter((place) => place !== parts || dice.isOneIn(20));
  const place = places.length === 0 ? parts : dice.pick(places);
  const names = Object.keys(place);
  const name =
    names.length === 0 || dice.isOneIn(8)
      ? dice.pick([...texts.filter((text) => text !== ""), "isAdmin", "id", "query"])
      : dice.pick(names);
  // Read only own members: for the name "__proto__" a plain read would return the object that all others inherit from.
  const former: unknown = Object.hasOwn(place, name) ? Reflect.get(place, name) : undefined;
  if (dice.isOneIn(8)) Reflect.deleteProperty(place, name);
  else
    Object.defineProperty(place, name, {
      value: anything(dice, former),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

function anything(dice: Dice, former: unknown): unknown {
  if (dice.isOneIn(6)) return [former, former];
  if (typeof former === "string" && dice.isOneIn(4)) return former + dice.pick(texts);
  return dice.isOneIn(2) ? dice.pick(texts) : structuredClone(dice.pick(values));
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

function payloadOf(dice: Dice, body: unknown): string {
  const text = JSON.stringify(body) ?? "";
  if (dice.isOneIn(30)) return text.slice(0, dice.roll(text.length + 1));
  if (dice.isOneIn(30)) return `{"__proto__":${text},"constructor":{"prototype":${text}}}`;
  if (dice.isOneIn(60)) return `${"[".repeat(5000)}${text}`;
  return text;
}

function pathOf({ path }: Endpoint, params: unknown): string {
  return `${apiBase}/${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => asText(Reflect.get(Object(params), name)))}`;
}

function queryOf(dice: Dice, query: unknown): string {
  const members = Object.entries(Object(query)).map(([name, value]) => `${encode(name)}=${asText(value)}`);
  if (members.length > 0 && dice.isOneIn(20)) members.push(dice.pick(members));
  return members.length === 0 ? "" : `?${members.join("&")}`;
}

function asText(value: unknown): string {
  if (value === undefined) return "";
  return encode(typeof value === "string" ? value : JSON.stringify(value));
}

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
