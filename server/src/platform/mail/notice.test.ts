/** A display name must not become a link in our letters (DESIGN 8.6). */
import { expect, test } from "vitest";
import { notice } from "./notice.ts";

const brand = { productName: "Storyport", companyUrl: "https://storyport.example", supportEmail: "help@storyport.example" };

function greeting(displayName: string): string {
  const words = () => ({ subject: "A letter", paragraphs: [], notYou: "" });
  return (
    notice({ brand, publicUrl: "https://portal.example", timeZone: "Europe/Oslo" }, { locale: "en", displayName }, words).text.split(
      "\n",
    )[0] ?? ""
  );
}

test.each([
  "t.me/Gratis",
  "Gratis t.me",
  "x.com",
  "bit.ly/abc",
  "Win on school.example",
  "g.co/prize now",
  "a.example/x",
  "1.de",
  "हिन्दी.com",
  "evil。com",
  "http://1.2.3.4/a",
])("the greeting leaves out %j, of which a mail program would make a link", (name) => {
  expect(greeting(name)).not.toContain(name);
});

test.each(["Kari Nordmann", "J.P.Balkenende", "J. Li", "Dr. Ek, lege", "Anne (3A)", "M.ª José", "A.Bakker"])(
  "the greeting says %j",
  (name) => {
    expect(greeting(name)).toContain(name);
  },
);
