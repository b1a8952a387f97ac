// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnswerButton, AnswerLink } from "./answer-button.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

test("a press in the first half second is ignored, the next counts (DESIGN A6)", () => {
  const answer = vi.fn();
  render(<AnswerButton onClick={answer}>Open</AnswerButton>);
  fireEvent.click(screen.getByRole("button"));
  pass(499);
  fireEvent.click(screen.getByRole("button"));
  expect(answer).not.toHaveBeenCalled();
  pass(1);
  fireEvent.click(screen.getByRole("button"));
  expect(answer).toHaveBeenCalledOnce();
});

test.each([
  ["focus", () => window],
  ["visibilitychange", () => document],
])("the half second starts again when the page comes to the front: %s", (event, target) => {
  const answer = vi.fn();
  render(<AnswerButton onClick={answer}>Open</AnswerButton>);
  pass(500);
  act(() => void target().dispatchEvent(new Event(event)));
  fireEvent.click(screen.getByRole("button"));
  expect(answer).not.toHaveBeenCalled();
  pass(500);
  fireEvent.click(screen.getByRole("button"));
  expect(answer).toHaveBeenCalledOnce();
});

test("a confirming link leads nowhere in the first half second", () => {
  render(<AnswerLink href="#there">Open</AnswerLink>);
  expect(fireEvent.click(screen.getByRole("link"))).toBe(false);
  pass(500);
  expect(fireEvent.click(screen.getByRole("link"))).toBe(true);
});
