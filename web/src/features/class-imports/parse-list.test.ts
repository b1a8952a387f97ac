import { limits } from "@storyport/contract/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limitsOfLists } from "./list-problem.ts";
import { parseList } from "./parse-list.ts";
import type { Reading } from "./parse-list.ts";

function namesIn(text: string, reading?: Reading): string[] {
  const list = parseList(text, reading);
  return "students" in list ? list.students.map(({ name }) => name) : [];
}

describe("parseList", () => {
  test.each<[string, string, string[]]>([
    ["lines", "Nora\nEmil\r\nBo\r", ["Nora", "Emil", "Bo"]],
    ["commas in one line", "Bo, Li, Ea", ["Bo", "Li", "Ea"]],
    ["semicolons", "Bo; Li;Ea;", ["Bo", "Li", "Ea"]],
    ["tabs", "Bo\tLi\tEa", ["Bo", "Li", "Ea"]],
    ["several lines with commas", "Bo, Li\nEa", ["Bo", "Li", "Ea"]],
    ["a last name first in each line", "Nordmann, Kari\nHansen, Ola", ["Kari Nordmann", "Ola Hansen"]],
    ["two columns without a heading", "Kari\tNordmann\nOla\tHansen", ["Kari Nordmann", "Ola Hansen"]],
    ["numbered lines", "1. Nora\n2) Emil\n• Bo", ["Nora", "Emil", "Bo"]],
    ["a mark at the start, and blank lines", "\ufeffNora\n\n  \nEmil", ["Nora", "Emil"]],
    ["one letter", "Å", ["Å"]],
    ["right to left", "محمد\nنورة", ["محمد", "نورة"]],
    ["markup and emoji", `<b>Nora</b>\n${"🦊".repeat(64)}`, ["<b>Nora</b>", "🦊".repeat(64)]],
  ])("reads %s", (_, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test("a reading that the user chose wins", () => {
    expect(namesIn("Nordmann, Kari", "lastFirst")).toEqual(["Kari Nordmann"]);
    expect(namesIn("Nordmann, Kari\nHansen, Ola", "parts")).toEqual(["Nordmann", "Kari", "Hansen", "Ola"]);
    expect(namesIn("Anne, Marie\nBo, Li", "lines")).toEqual(["Anne Marie", "Bo Li"]);
  });

  test.each<[string, string, object]>([
    ["English CSV", "Name,Class,ID\nNora,2A,17", { name: "Nora", className: "2A", externalId: "17" }],
    ["Norwegian", "Fornavn;Etternavn;Klasse\nNora;Li;2A", { name: "Nora Li", className: "2A" }],
    ["French", "Nom\tPrénom\tClasse\nDurand\tLéa\tCE1", { name: "Léa Durand", className: "CE1" }],
    ["Dutch", "Voornaam;Naam;Groep;Leerlingnummer\nSem;Bos;4;007", { name: "Sem Bos", className: "4", externalId: "007" }],
    ["Portuguese", "Nome,Sobrenome,Turma,Matrícula\nAna,Sol,3º B,9", { name: "Ana Sol", className: "3º B", externalId: "9" }],
    ["OneRoster", "sourcedId,status,role,givenName,familyName\nu1,active,student,Bo,Ek", { name: "Bo Ek", externalId: "u1" }],
    ["quoted cells", 'Name;Class\n"Nordmann; Kari";2A', { name: "Nordmann; Kari", className: "2A" }],
    ["a heading alone above names", "Navn\nNora", { name: "Nora" }],
    ["a row without a name", "Name,Class\n,2A", { name: "", className: "2A" }],
  ])("reads columns below a heading: %s", (_, text, student) => {
    expect(parseList(text)).toEqual({ students: [student] });
  });

  test("says what is wrong with a list that it cannot take", () => {
    expect(parseList(" \n\t\n")).toEqual({ is: "empty" });
    expect(parseList("Name\n")).toEqual({ is: "empty" });
    const most = limits.classImport.rows;
    expect(parseList("n\n".repeat(most + 1))).toEqual({ is: "tooManyRows", count: most + 1 });
    expect("students" in parseList("n\n".repeat(most))).toBe(true);
    expect(parseList("\n".repeat(limitsOfLists.lines))).toEqual({ is: "tooManyLines" });
  });

  test("no part of a list without a heading is lost, whatever its delimiter and reading", () => {
    const name = fc.stringMatching(/^[A-Za-zÅæø]{1,8}$/).map((letters) => `x${letters}`);
    const lists = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        lists,
        fc.constantFrom(",", ";", "\t", ", "),
        fc.constantFrom(undefined, "parts", "lines", "lastFirst"),
        (list, by, reading) => {
          const text = list.map((parts) => parts.join(by)).join("\n");
          const read = namesIn(text, reading).flatMap((each) => each.split(" "));
          expect(read.toSorted()).toEqual(list.flat().toSorted());
        },
      ),
    );
  });

  test("no random text breaks it, and random lines with letters are a list", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 30 }), (lines) => {
        const list = parseList(lines.join("\n"));
        const marked = lines.filter((line) => /\p{L}/u.test(line));
        expect(marked.length === 0 || "students" in list).toBe(true);
      }),
    );
  });
});
