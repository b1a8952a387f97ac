import { limits } from "@storyport/contract/limits";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { limitsOfLists } from "#/features/class-imports/list-problem.ts";
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
    // The same teacher in the second term.
    "e6,active,c1,u3,teacher,",
    "e5,active,c1,u4,student,",
  ].join("\n"),
};

const zipped = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])));

test("an export gives the homerooms with their students and teachers, without deleted users and without the class of a subject", () => {
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

test("texts that are longer than the call takes are cut, the class's id too, so that one of them does not refuse the whole list", () => {
  const long = "c".repeat(limits.rosters.characters + 1);
  const classes = `sourcedId,status,title,classType\n${long},active,${long},homeroom`;
  const enrollments = `sourcedId,status,classSourcedId,userSourcedId,role,primary\ne1,active,${long},u1,student,\ne2,active,${long},u3,teacher,`;
  const read = readRoster(zipped({ ...files, "classes.csv": classes, "enrollments.csv": enrollments }));
  expect(read).toMatchObject({
    classes: [{ externalId: long.slice(1), name: long.slice(1), teachers: [{ email: "kari@school.example" }] }],
  });
});

test("says what is wrong with a file", () => {
  expect(readRoster(zipped({ "notes.txt": "x" }))).toEqual({ is: "notOneRoster" });
  expect(readRoster(zipped({ ...files, "enrollments.csv": "sourcedId" }))).toEqual({ is: "notOneRoster" });
  const { "classes.csv": _, ...withoutClasses } = files;
  expect(readRoster(zipped(withoutClasses))).toEqual({ is: "fileMissing", file: "classes.csv" });
  expect(readRoster(zipped({ ...files, "classes.csv": "sourcedId,name\nc1,2A" }))).toEqual({
    is: "columnMissing",
    file: "classes.csv",
    column: "title",
  });
  expect(readRoster(zipped({ ...files, "users.csv": "0".repeat(limitsOfLists.unzippedBytes + 1) }))).toEqual({ is: "tooLarge" });
  expect(readRoster(new Uint8Array([1, 2, 3]))).toEqual({ is: "notOneRoster" });
});

const manifest = (mode: string) => `propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\nfile.users,${mode}\nfile.orgs,delta`;

test("an export of changes only is refused, because all other students would seem to have left", () => {
  expect(readRoster(zipped({ ...files, "manifest.csv": manifest("delta") }))).toEqual({ is: "changesOnly" });
  expect(readRoster(zipped({ ...files, "manifest.csv": manifest("bulk") }))).toHaveProperty("classes");
});

test("an export of 1.2 has roles in a file of its own; agents and organizations are no students", () => {
  const export12 = {
    ...files,
    "users.csv": [
      "sourcedId,status,username,givenName,familyName,agentSourcedIds,email",
      "u1,,nora,Nora,Li,u5,",
      "u3,,kari,Kari,Nordmann,,kari@school.example",
      "u5,,parent,Per,Li,,per@home.example",
    ].join("\n"),
    "roles.csv": [
      "sourcedId,status,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId",
      "r1,,u1,primary,student,,,o1",
      "r2,,u3,primary,teacher,,,o1",
      "r3,,u3,secondary,parent,,,o2",
      "r5,,u5,primary,parent,,,o1",
      "r6,tobedeleted,u5,secondary,student,,,o1",
    ].join("\n"),
    "orgs.csv": "sourcedId,status,name,type,identifier\no1,,School,school,1\no2,,Other,school,2",
    "enrollments.csv": [
      "sourcedId,status,classSourcedId,schoolSourcedId,userSourcedId,role,primary",
      "e1,,c1,o1,u1,student,",
      "e2,,c1,o1,u3,teacher,true",
      "e3,,c1,o1,u5,student,",
    ].join("\n"),
  };
  expect(readRoster(zipped(export12))).toEqual({
    classes: [
      { externalId: "c1", name: "2A", students: [{ externalId: "u1", name: "Nora Li" }], teachers: [{ email: "kari@school.example" }] },
    ],
  });
});
