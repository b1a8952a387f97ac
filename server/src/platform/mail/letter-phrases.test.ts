/** A name is not a way to have us send a link (DESIGN 8.6). */
import { expect, test } from "vitest";
import { greet } from "./letter-phrases.ts";

const english = { locale: "en" } as const;

test.each(["t.me/Gratis", "Gratis t.me", "x.com", "bit.ly/abc", "Win on school.example", "g.co/prize now", "a.example/x", "1.de"])(
  "the greeting leaves out %j, of which a mail program would make a link",
  (name) => {
    expect(greet(name, english)).not.toContain(name);
  },
);

test.each(["Kari Nordmann", "J.P.Balkenende", "J. Li", "Dr. Ek, lege", "Anne (3A)", "M.ª José", "A.Bakker"])(
  "the greeting says %j",
  (name) => {
    expect(greet(name, english)).toContain(name);
  },
);
