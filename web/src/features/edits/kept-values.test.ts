import { afterEach, describe, expect, it, vi } from "vitest";
import { dropKeptValues } from "./drop-kept-values.ts";
import { keepValues, readKeptValues } from "./kept-values.ts";

const whose = { form: "create-user", accountId: "a" };
const empty = { email: "", activated: false, roles: [] as string[] };

describe("a draft whose session ended", () => {
  afterEach(() => {
    vi.useRealTimers();
    dropKeptValues(whose.form);
  });

  it("is there again for the same account", () => {
    keepValues(whose, { email: "new@school.example", activated: true, roles: ["teacher"] });
    expect(readKeptValues(whose, empty)).toEqual({ email: "new@school.example", activated: true, roles: ["teacher"] });
  });

  it("is hidden from another form and from another account", () => {
    keepValues(whose, { ...empty, email: "new@school.example" });
    expect(readKeptValues({ ...whose, form: "other" }, empty)).toBeUndefined();
    expect(readKeptValues({ ...whose, accountId: "b" }, empty)).toBeUndefined();
  });

  it("is gone after an hour, and once it is dropped", () => {
    vi.useFakeTimers();
    keepValues(whose, empty);
    vi.advanceTimersByTime(60 * 60_000);
    expect(readKeptValues(whose, empty)).toEqual(empty);
    vi.advanceTimersByTime(1);
    expect(readKeptValues(whose, empty)).toBeUndefined();
    keepValues(whose, empty);
    dropKeptValues(whose.form);
    expect(readKeptValues(whose, empty)).toBeUndefined();
  });

  it("leaves out values that do not fit the present form", () => {
    keepValues(whose, { email: ["x"], activated: "yes", roles: ["teacher"], forgotten: "x" });
    expect(readKeptValues(whose, empty)).toEqual({ ...empty, roles: ["teacher"] });
  });
});
