import { isEmail } from "@storyport/contract/text-rules";

/** Where most people who mistype have their mail. A school's own domain is nobody's to guess. */
const wellKnown = [
  "gmail.com",
  "googlemail.com",
  "mail.com",
  "ymail.com",
  "hotmail.com",
  "outlook.com",
  "live.com",
  "icloud.com",
  "yahoo.com",
  "yahoo.fr",
  "orange.fr",
];

/** The address that was perhaps meant: one whose well-known domain is a slip of the finger away. */
function likelyMeant(email: string): string | undefined {
  const at = email.trim().lastIndexOf("@");
  const [name, domain] = [
    email.trim().slice(0, at),
    email
      .trim()
      .slice(at + 1)
      .toLowerCase(),
  ];
  if (at < 1 || wellKnown.includes(domain)) return undefined;
  const meant = wellKnown.find((known) => isOneSlipApart(domain, known));
  return meant === undefined ? undefined : `${name}@${meant}`;
}

/** One letter too many, too few or another, or two that changed places. */
function isOneSlipApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end--;
    otherEnd--;
  }
  const [left, right] = [one.slice(start, end), other.slice(start, otherEnd)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left === [...right].toReversed().join("");
}

/** `meant`: another address to offer, which hinders nobody. */
export type EmailCheck = { is: "fine" } | { is: "malformed" } | { is: "doubtful"; meant: string };

/** What is wrong with an address as it is typed; an empty one is not begun. */
export function checkEmail(email: string): EmailCheck {
  if (email.trim() === "") return { is: "fine" };
  if (!isEmail(email)) return { is: "malformed" };
  const meant = likelyMeant(email);
  return meant === undefined ? { is: "fine" } : { is: "doubtful", meant };
}
