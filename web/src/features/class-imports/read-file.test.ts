import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readFile } from "./read-file.ts";

const oneRoster = {
  "manifest.csv": "propertyName,value\noneroster.version,1.1",
  "users.csv": [
    "sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName",
    "u1,active,,true,o1,student,,,Nora,Li",
    "u2,,,true,o1,student,,,Bo,",
    "u3,tobedeleted,,true,o1,student,,,Gone,Away",
    "u4,active,,true,o1,teacher,,,Kari,Nordmann",
    "u5,active,,true,o1,student,,,Ea,Ek",
  ].join("\n"),
  "classes.csv":
    "sourcedId,status,dateLastModified,title,grades,courseSourcedId,classCode,classType\nc1,active,,Maths,,,,scheduled\nc2,active,,2A,,,,homeroom\nc3,tobedeleted,,2Z,,,,homeroom",
  "enrollments.csv": [
    "sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role,primary",
    "e1,active,,c1,o1,u1,student,true",
    "e2,active,,c2,o1,u1,student,false",
    "e3,active,,c1,o1,u2,student,",
    "e4,active,,c3,o1,u5,student,",
    "e5,active,,c2,o1,u4,teacher,",
  ].join("\n"),
};

function zipped(files: Record<string, string>, name = "export.zip"): File {
  const content = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
  return new File([new Uint8Array(content)], name);
}

test.each(["", "export/"])(
  "a OneRoster export gives its present students, each with the homeroom or first class (folder %j)",
  async (folder) => {
    const files = Object.fromEntries(Object.entries(oneRoster).map(([path, text]) => [folder + path, text]));
    expect(await readFile(zipped(files))).toEqual({
      students: [
        { name: "Nora Li", externalId: "u1", className: "2A" },
        { name: "Bo", externalId: "u2", className: "Maths" },
        { name: "Ea Ek", externalId: "u5" },
      ],
    });
  },
);

test("says what is wrong with a file", async () => {
  const problem = async (file: File) => Reflect.get(await readFile(file), "is");
  expect(await problem(new File([new Uint8Array(5_000_001)], "big.csv"))).toBe("tooLarge");
  expect(await problem(new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])], "class.csv"))).toBe("notText");
  expect(await problem(zipped({ "xl/workbook.xml": "<x/>" }, "class.xlsx"))).toBe("spreadsheet");
  expect(await problem(zipped({ "notes.txt": "x" }))).toBe("notOneRoster");
  expect(await problem(new File([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])], "torn.zip"))).toBe("notOneRoster");
  const bomb = zipped({ ...oneRoster, "users.csv": "0".repeat(31_000_000) });
  expect(bomb.size).toBeLessThan(100_000);
  expect(await problem(bomb)).toBe("tooLarge");
  const many = ["sourcedId,role,givenName", ...Array.from({ length: 501 }, (_, index) => `u${index},student,N`)].join("\n");
  expect(await readFile(zipped({ "users.csv": many }))).toEqual({ is: "tooManyRows", count: 501 });
});

test("a file of names is read in its own encoding", async () => {
  expect(await readFile(new File([new Uint8Array([0xc5, 0x73, 0x65])], "names.csv"))).toEqual({ text: "Åse" });
});
