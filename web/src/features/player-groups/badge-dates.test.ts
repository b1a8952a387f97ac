import { expect, test } from "vitest";
import { badgeExpiry } from "./badge-dates.ts";

const end = "2027-07-31T23:59:59.000Z";
const day = 24 * 3600 * 1000;
const holder = (expiresAt?: string) => ({
  userId: "u",
  displayName: "Nora",
  ...(expiresAt === undefined ? {} : { badge: { createdAt: "2026-09-01T08:00:00.000Z", expiresAt } }),
});

test.each([
  [31, undefined],
  [30, { isUrgent: false, count: 1, first: end }],
  [8, { isUrgent: false, count: 1, first: end }],
  [7, { isUrgent: true, count: 1, first: end }],
  [0, { isUrgent: true, count: 1, first: end }],
])("%i days before a badge ends the page says: %j", (days, expected) => {
  expect(badgeExpiry([holder(), holder(end)], Date.parse(end) - days * day)).toEqual(expected);
});

test("the badge that ends first decides, and badges with time left do not count", () => {
  const later = "2028-07-31T23:59:59.000Z";
  const sooner = "2027-07-10T00:00:00.000Z";
  expect(badgeExpiry([holder(end), holder(later), holder(sooner)], Date.parse("2027-07-05T08:00:00Z"))).toEqual({
    isUrgent: true,
    count: 2,
    first: sooner,
  });
});

test("without badges nothing ends", () => {
  expect(badgeExpiry([holder(), holder()], Date.parse(end))).toBeUndefined();
});
