import { isEmail } from "@storyport/contract/text-rules";

/**
 * Domains for which a slip of the keyboard is likely. A school's own domain cannot be guessed. Domains such as mail.com are one letter from
 * another, so only this list keeps them from being corrected.
 */
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

/** Returns the address that was probably meant, if its domain is one slip away from a well-known domain. */
function likelyMeant(email: string): string | undefined {
  const typed = email.trim();
  const at = typed.lastIndexOf("@");
  const [name, domain] = [typed.slice(0, at), typed.slice(at + 1).toLowerCase()];
  if (at < 1 || wellKnown.includes(domain)) return undefined;
  const meant = wellKnown.find((known) => isOneSlipApart(domain, known));
  return meant === undefined ? undefined : `${name}@${meant}`;
}

/** True for one letter more, fewer or different, or two neighbours swapped. */
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

/** `meant`: an address to suggest. The suggestion does not block the form. */
export type EmailCheck = { is: "fine" } | { is: "malformed" } | { is: "doubtful"; meant: string };

/** Checks an address while it is typed; an empty address is fine. */
export function checkEmail(email: string): EmailCheck {
  if (email.trim() === "") return { is: "fine" };
  if (!isEmail(email)) return { is: "malformed" };
  const meant = likelyMeant(email);
  return meant === undefined ? { is: "fine" } : { is: "doubtful", meant };
}
