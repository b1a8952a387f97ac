import { expect, onTestFinished, test, vi } from "vitest";
import { kari } from "#/features/login/logged-in.fixture.ts";
import { handOverKey } from "#/features/login-state/login-state.ts";
import { announceLogout, announceOtherAccount, watchForOtherAccount } from "./other-tabs.ts";

test("a logout drops this tab's hand-over to a game, so that Back does not show it to the next user", () => {
  const kept = new Map([[handOverKey, "of the user who leaves"]]);
  vi.stubGlobal("sessionStorage", { removeItem: (key: string) => void kept.delete(key) });
  onTestFinished(() => void vi.unstubAllGlobals());
  announceLogout();
  expect([...kept.keys()]).toEqual([]);
});

test("a tab tells the other tabs its account, and no account once its session acts as another", async () => {
  const heard: unknown[] = [];
  const otherTab = new BroadcastChannel("shown-account");
  otherTab.addEventListener("message", ({ data }) => heard.push(data));
  const accountId = crypto.randomUUID();
  watchForOtherAccount({ is: "known", user: { ...kari, accountId } });
  announceOtherAccount();
  await vi.waitFor(() => expect(heard).toEqual([accountId, ""]));
  otherTab.close();
});
