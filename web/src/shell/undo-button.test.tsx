// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { showLoggedIn } from "./logged-in-page.fixture.tsx";
import { UndoButton } from "./undo-button.tsx";

test("the caller learns of the undo once the question is closed, because an open question lets nothing else take the focus", async () => {
  const openQuestions = vi.fn<(count: number) => void>();
  const handleUndone = () => openQuestions(screen.queryAllByRole("dialog").length);
  const words = { undo: "Undo", question: "Undo it?", warning: "It is gone then." };
  await showLoggedIn(<UndoButton words={words} texts={{}} onUndo={async () => undefined} onUndone={handleUndone} />);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await act(async () => void fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Undo" })));
  expect(openQuestions.mock.calls).toEqual([[0]]);
});
