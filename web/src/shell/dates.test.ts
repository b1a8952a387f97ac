import { expect, test } from "vitest";
import { formatAgo } from "./dates.ts";

const now = Date.parse("2026-11-21T12:00:00Z");

test.each([
  ["2026-11-21T12:00:05Z", "now"],
  ["2026-11-21T11:59:30Z", "now"],
  ["2026-11-21T11:59:00Z", "1 minute ago"],
  ["2026-11-21T11:01:00Z", "59 minutes ago"],
  ["2026-11-21T10:59:00Z", "1 hour ago"],
  ["2026-11-20T11:00:00Z", "yesterday"],
  ["2026-11-10T12:00:00Z", "last week"],
  ["2026-08-01T12:00:00Z", "3 months ago"],
  ["2024-01-01T12:00:00Z", "2 years ago"],
])("at 12:00 on 21 November 2026, %s is called: %s", (iso, says) => expect(formatAgo(iso, now)).toBe(says));
