import { expect, test } from "vitest";
import { checkEmail } from "./email-check.ts";

test.each([
  ["", "fine"],
  ["kari@school.example", "fine"],
  ["kari@gmail.com", "fine"],
  ["kari@mail.com", "fine"],
  ["kari@school", "malformed"],
  ["kari school.example", "malformed"],
  ["kari@@school.example", "malformed"],
])("%j is %s", (email, is) => expect(checkEmail(email)).toEqual({ is }));

test.each([
  ["Kari@gmial.com", "Kari@gmail.com"],
  ["kari@gmail.con", "kari@gmail.com"],
  ["kari@gmai.com", "kari@gmail.com"],
  ["kari@hotmaill.com", "kari@hotmail.com"],
  [" kari@outlok.com ", "kari@outlook.com"],
])("%j suggests %s", (email, meant) => expect(checkEmail(email)).toEqual({ is: "doubtful", meant }));
