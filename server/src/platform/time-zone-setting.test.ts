import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";

test.each(["Europe/Oslo", "Etc/GMT+2", "America/Argentina/Buenos_Aires", "UTC"])("TIME_ZONE takes %s, which is a name", (name) => {
  expect(readSettings({ TIME_ZONE: name })).toMatchObject({ timeZone: name });
});

test.each(["+02:00", "-0200", "GMT+2", "UTC+2", "<X>2"])(
  "TIME_ZONE refuses %s, because PostgreSQL reads it the other way round",
  (zone) => {
    expect(() => readSettings({ TIME_ZONE: zone })).toThrow("TIME_ZONE: must be a time zone such as Europe/Oslo");
  },
);
