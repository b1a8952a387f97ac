import type { PlatformHealth } from "@storyport/contract/health";
import { m } from "@storyport/texts/messages";
import { formatDay } from "#/shell/dates.ts";
import { Breakable } from "#/ui/breakable.tsx";
import { DescriptionList } from "#/ui/description-list.tsx";
import { formatCount } from "./amounts.ts";

/** Keys by their names: which sign and until when, and which seal. */
export function KeyFacts({ signingKeys, secretKey }: Pick<PlatformHealth, "signingKeys" | "secretKey">) {
  // The server tried `looked` sealed values, and `sealed` counts them by the key that opened them.
  const { keyIds, canaryKeyId, canarySealedAt, looked, sealed } = secretKey;
  return (
    <DescriptionList
      items={[
        ...signingKeys.map(({ kid, signsFrom, signsUntil }) => ({
          term: m["health.signingKey"]({ name: kid }),
          detail: m["health.signs"]({ from: formatDay(signsFrom), until: formatDay(signsUntil) }),
        })),
        {
          term: "SECRET_KEY",
          detail: keyIds.map((name, index) => (
            <div key={name}>
              <Breakable text={index === 0 ? m["health.keyFirst"]({ name }) : m["health.keyPrevious"]({ name })} />
            </div>
          )),
        },
        { term: m["health.canary"](), detail: m["health.canarySealed"]({ name: canaryKeyId, time: formatDay(canarySealedAt) }) },
        {
          term: m["health.sealed"]({ count: formatCount(looked) }),
          detail: sealed.map(({ keyId, count }) => (
            <div key={keyId}>{m["health.counted"]({ name: keyId ?? m["health.unknownKey"](), count: formatCount(count) })}</div>
          )),
        },
      ]}
    />
  );
}
