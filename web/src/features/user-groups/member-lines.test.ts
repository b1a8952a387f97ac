import { describe, expect, it } from "vitest";
import { countMembers, linesFromCsv, linesLeft, readTextFile } from "./member-lines.ts";

describe("new members in the box", () => {
  it("are counted by line and comma, empty ones left out", () => {
    expect(countMembers("")).toBe(0);
    expect(countMembers("a@x.no, b@x.no Bo\r\n\r\n ,\nc@x.no\rd@x.no")).toBe(4);
  });

  it("count as one if quotation marks protect a comma in the name", () => {
    expect(countMembers('"Nordmann, Kari" <kari@x.no>, b@x.no')).toBe(2);
    expect(countMembers('"a@x.no, b@x.no')).toBe(2);
  });

  it("are counted by semicolons too, as mail programs write a list of addresses", () => {
    expect(countMembers("Kari <kari@x.no>; Ola <ola@x.no>;\nnora@x.no; emil@x.no, aksel@x.no")).toBe(5);
    expect(countMembers('"Nordmann; Kari" <kari@x.no>; "ola@x.no"')).toBe(2);
  });

  it("count as one if a semicolon separates an address from its name", () => {
    expect(countMembers("kari@x.no; Kari Nordmann\nNordmann; Kari; kari@x.no")).toBe(2);
  });

  it("count as one if a comma separates an address from its name", () => {
    expect(countMembers("kari@x.no, Kari Nordmann, ola@x.no\nnora@x.no,Nora,Nordmann")).toBe(3);
    expect(countMembers("Kari <kari@x.no>, Ola\nOla, kari@x.no")).toBe(4);
  });

  it("stay in it by the numbers of their lines", () => {
    const sent = "one\r\ntwo\nthree";
    expect(linesLeft(sent, sent, [3, 1, 1])).toBe("one\nthree");
    expect(linesLeft("one", "one", [])).toBe("");
  });

  it("that were typed during a request stay in it, and processed lines leave it", () => {
    const sent = "kari@school.example\nwrong\nola@school.example";
    expect(linesLeft(sent, sent, [2])).toBe("wrong");
    expect(linesLeft(sent, sent, [])).toBe("");
    expect(linesLeft(sent, `${sent}\nnora@school.example`, [2])).toBe("wrong\nnora@school.example");
    expect(linesLeft(sent, "kari@school.example\nright@school.example\nola@school.example", [2])).toBe("right@school.example");
    expect(linesLeft(sent, "", [2])).toBe("");
  });
});

describe("a dropped table", () => {
  it("becomes one line per row: the address and the name beside it, without headings", () => {
    const csv = '\uFEFFname;email\r\nÅse Ås;aase@x.no\r\n"Nordmann, ""K"" Kari",kari@x.no\r\n\r\nonly@x.no\r\n';
    expect(linesFromCsv(csv)).toBe("aase@x.no Åse Ås\nkari@x.no Nordmann   K  Kari\nonly@x.no");
  });

  it("keeps an unreadable row unchanged, so that the server can report it", () => {
    expect(linesFromCsv("a@x.no,b@x.no\nnobody")).toBe("a@x.no,b@x.no\nnobody");
  });

  it("is read as UTF-8, as UTF-16, or in the encoding of old spreadsheets; a picture is no text", async () => {
    expect(await readTextFile(new Blob(["Åse"]))).toBe("Åse");
    expect(await readTextFile(new Blob([Uint8Array.of(0xc5, 0x73, 0x65)]))).toBe("Åse");
    expect(await readTextFile(new Blob([Uint8Array.of(0xff, 0xfe, 0xc5, 0, 0x73, 0, 0x65, 0)]))).toBe("Åse");
    expect(await readTextFile(new Blob([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a)]))).toBeUndefined();
  });
});
