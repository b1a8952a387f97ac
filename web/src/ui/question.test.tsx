// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { Question } from "./question.tsx";

afterEach(cleanup);

function Asking({ opener }: { opener: (ask: () => void) => ReactNode }) {
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  return (
    <>
      {opener(() => setIsAsked(true))}
      {isAsked && (
        <Question title="Remove it?" yes="Remove" no="Keep" pending={false} pendingText="" onYes={close} onNo={close}>
          It is gone then.
        </Question>
      )}
    </>
  );
}

async function press(name: string): Promise<HTMLElement> {
  const button = screen.getByRole("button", { name });
  button.focus();
  await act(async () => void fireEvent.click(button));
  return button;
}

test("a question takes the focus, and its no gives it back to the button that asked", async () => {
  render(<Asking opener={(ask) => <button onClick={ask}>Ask</button>} />);
  const opener = await press("Ask");
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  await press("Keep");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(opener);
});

test("the no gives the focus to the menu whose entry asked, because the menu has closed", async () => {
  const menu = (ask: () => void) => (
    <details open>
      <summary>More</summary>
      <button onClick={ask}>Ask</button>
    </details>
  );
  const { container } = render(<Asking opener={menu} />);
  await press("Ask");
  container.querySelector("details")?.removeAttribute("open");
  await press("Keep");
  expect(document.activeElement).toBe(screen.getByText("More"));
});
