import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { readRoster } from "./read-roster.ts";

const files = {
  "users.csv": [
    "sourcedId,status,givenName,familyName,email",
    "u1,active,Nora,Li,",
    "u2,active,Bo,Ek,",
    "u3,active,Kari,Nordmann,kari@school.example",
    "u4,tobedeleted,Gone,Away,",
  ].join("\n"),
  "classes.csv": "sourcedId,status,title,classType\nc1,active,2A,homeroom\nc2,active,Maths,scheduled",
  "enrollments.csv": [
    "sourcedId,status,classSourcedId,userSourcedId,role,primary",
    "e1,active,c1,u1,student,false",
    "e2,active,c2,u1,student,true",
    "e3,active,c1,u2,student,",
    "e4,active,c1,u3,teacher,",
    "e5,active,c1,u4,student,",
  ].join("\n"),
};

const zipped = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));

test("an export gives classes with the students whose class they are, and their teachers", () => {
  expect(readRoster(zipped(files))).toEqual({
    classes: [
      {
        externalId: "c1",
        name: "2A",
        students: [
          { externalId: "u1", name: "Nora Li" },
          { externalId: "u2", name: "Bo Ek" },
        ],
        teachers: [{ email: "kari@school.example" }],
      },
    ],
  });
});

test("says what is wrong with a file", () => {
  expect(readRoster(zipped({ "notes.txt": "x" }))).toEqual({ is: "notOneRoster" });
  expect(readRoster(zipped({ ...files, "enrollments.csv": "sourcedId" }))).toEqual({ is: "notOneRoster" });
  expect(readRoster(zipped({ ...files, "users.csv": "0".repeat(31_000_000) }))).toEqual({ is: "tooLarge" });
  expect(readRoster(new Uint8Array([1, 2, 3]))).toEqual({ is: "notOneRoster" });
});
