import { describe, expect, test } from "vitest";
import { readAddresses, Servers } from "./addresses.ts";

describe("DATABASE_URL names one server or several", () => {
  test.each([
    ["postgres://storyport:pw@db/storyport", ["postgres://storyport:pw@db/storyport"]],
    [
      "postgres://storyport:p%40w@one:5432,two:5433,[::1]:5434/storyport?sslmode=verify-full&target_session_attrs=read-write",
      [
        "postgres://storyport:p%40w@one:5432/storyport?sslmode=verify-full",
        "postgres://storyport:p%40w@two:5433/storyport?sslmode=verify-full",
        "postgres://storyport:p%40w@[::1]:5434/storyport?sslmode=verify-full",
      ],
    ],
    ["postgresql:///storyport?host=/run/postgresql", ["postgresql:///storyport?host=/run/postgresql"]],
    ["postgres://storyport:pw@/storyport?host=/run/postgresql", ["postgres://storyport:pw@/storyport?host=/run/postgresql"]],
    ["postgres://storyport@%2Frun%2Fpostgresql/storyport", ["postgres://storyport@%2Frun%2Fpostgresql/storyport"]],
  ])("%s", (url, servers) => {
    expect(readAddresses(url).servers).toEqual(servers);
  });

  test("the kind of server is primary, unless read-write is asked for", () => {
    expect(readAddresses("postgres://one,two/storyport").kind).toBe("primary");
    expect(readAddresses("postgres://one,two/storyport?target_session_attrs=read-write").kind).toBe("read-write");
  });

  test.each([
    ["mysql://canary-pw@db/storyport", /must be postgres:/],
    ["postgres://storyport:canary-pw@one,/storyport", /no host for its server 2/],
    ["postgres://storyport:canary-pw@/storyport", /no host for its server;/],
    ["postgres://storyport:canary-pw@one:5432,two:port/storyport", /a server 2 that cannot be read/],
    ["postgres://storyport:canary-pw@one/storyport?host=one,two", /lists servers in host=/],
    ["postgres://storyport:canary-pw@one/storyport?target_session_attrs=any", /target_session_attrs other than/],
    ["postgres://storyport:canary-pw@one/storyport?target_session_attrs=standby", /target_session_attrs other than/],
  ])("%s is refused in words, without its password", (url, words) => {
    expect(() => readAddresses(url)).toThrow(words);
    expect(() => readAddresses(url)).not.toThrow(/canary-pw/);
  });
});

test("a server is kept until it fails; of several failures of one server only the first moves on", () => {
  const servers = new Servers("postgres://one,two/storyport");
  const [one, two] = ["postgres://one/storyport", "postgres://two/storyport"];
  expect(servers.present).toBe(one);
  servers.passOver(one);
  servers.passOver(one);
  expect(servers.present).toBe(two);
  servers.passOver(two);
  expect(servers.present).toBe(one);
});
