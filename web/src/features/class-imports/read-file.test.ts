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
  "a OneRoster export gives its present students, each with the homeroom or first class that still exists (folder %j)",
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

test("an export of OneRoster 1.2 has its students in the enrolments, because its users have no role", async () => {
  const users = oneRoster["users.csv"].split("\n").map((line) =>
    line
      .split(",")
      .filter((_, column) => column !== 5)
      .join(","),
  );
  const files = {
    ...oneRoster,
    "users.csv": users.join("\n"),
    "roles.csv": "sourcedId,userSourcedId,roleType,role\nr1,u1,primary,student",
  };
  expect(await readFile(zipped(files))).toEqual({
    students: [
      { name: "Nora Li", externalId: "u1", className: "2A" },
      { name: "Bo", externalId: "u2", className: "Maths" },
    ],
  });
});

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

/** A zip whose directory declares another size than its one file has, or lists the file many times. The offsets are the ZIP format's. */
function forged(file: Uint8Array, { declaredSize, entries = 1 }: { declaredSize: number; entries?: number }): File {
  const zip = zipSync({ "users.csv": file });
  // The end record has 22 bytes. It says where the directory begins, how many entries it has, and how long it is.
  const end = zip.slice(-22);
  const directoryAt = new DataView(end.buffer).getUint32(16, true);
  const entry = zip.slice(directoryAt, -22);
  new DataView(entry.buffer).setUint32(24, declaredSize, true);
  const head = zip.slice(0, directoryAt);
  new DataView(head.buffer).setUint32(22, declaredSize, true);
  const view = new DataView(end.buffer);
  view.setUint16(8, entries, true);
  view.setUint16(10, entries, true);
  view.setUint32(12, entry.length * entries, true);
  return new File([head, ...Array.from({ length: entries }, () => entry), end], "export.zip");
}

test("a zip is refused by the size that it unpacks to, whatever it declares", async () => {
  expect(await readFile(forged(new Uint8Array(40_000_000), { declaredSize: 1000 }))).toEqual({ is: "tooLarge" });
});

test("a zip that lists one file sixty thousand times is read once", async () => {
  const file = new TextEncoder().encode(`${oneRoster["users.csv"]}\n${"x".repeat(1_500_000)}`);
  const { students } = (await readFile(forged(file, { declaredSize: 0, entries: 60_000 }))) as { students: unknown[] };
  expect(students).toHaveLength(3);
});

test("one student may have many enrolments", async () => {
  // So many that a copy of the found enrolments for each further line would take minutes.
  const lines = Array.from({ length: 300_000 }, () => "e,,,c1,,u1,student,");
  const files = { ...oneRoster, "enrollments.csv": `${oneRoster["enrollments.csv"]}\n${lines.join("\n")}` };
  const { students } = (await readFile(zipped(files))) as { students: unknown[] };
  expect(students).toContainEqual({ name: "Nora Li", externalId: "u1", className: "2A" });
});

test("a file of names is read in its own encoding", async () => {
  expect(await readFile(new File([new Uint8Array([0xc5, 0x73, 0x65])], "names.csv"))).toEqual({ text: "Åse" });
});

test("a dropped folder, which no browser reads, is no list", async () => {
  class Folder extends File {
    override arrayBuffer(): Promise<ArrayBuffer> {
      return Promise.reject(new DOMException("The folder cannot be read.", "NotReadableError"));
    }
  }
  expect(await readFile(new Folder([], "2A"))).toEqual({ is: "notText" });
});
