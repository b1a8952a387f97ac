import { expect, test, vi } from "vitest";
import { announceOtherAccount, watchForOtherAccount } from "./other-tabs.ts";

test("a tab whose session acts as another account says so before it leaves, with no account of its own", async () => {
  const heard: unknown[] = [];
  const otherTab = new BroadcastChannel("shown-account");
  otherTab.addEventListener("message", ({ data }) => heard.push(data));
  const accountId = crypto.randomUUID();
  const user = { accountId, loginType: "PASSWORD", defaultLocale: "en", roles: [], permissions: [] };
  watchForOtherAccount({ is: "known", user } as unknown as Parameters<typeof watchForOtherAccount>[0]);
  announceOtherAccount();
  await vi.waitFor(() => expect(heard).toEqual([accountId, ""]));
  otherTab.close();
});
