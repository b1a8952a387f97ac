// @vitest-environment happy-dom
import type { UserDetails } from "@storyport/contract/user-details";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { UserLetters } from "./user-letters.tsx";

afterEach(cleanup);

type Letter = UserDetails["letters"][number];

const letter: Letter = { letter: "reset", writtenAt: "2026-11-22T08:15:00.000Z", state: "WAITING", sentAt: null, attempts: 1 };

test("letters of the same kind and moment are rows of their own, and leave the table with the next answer", () => {
  const { rerender } = render(<UserLetters letters={[letter, { ...letter, attempts: 2 }]} />);
  expect(screen.getAllByRole("rowheader")).toHaveLength(2);
  rerender(<UserLetters letters={[{ ...letter, writtenAt: "2026-11-22T09:00:00.000Z" }]} />);
  expect(screen.getAllByRole("rowheader")).toHaveLength(1);
});
