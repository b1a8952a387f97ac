/** A badge's code: 256 random bits, found by digest and sealed so that it can be printed again. */
import type { BadgeEntry } from "@storyport/contract/qr-login";
import type { AppContext } from "#/context.ts";
import { digestOf, newSecret } from "#/platform/secrets.ts";
import type { Vault } from "#/platform/secrets.ts";

export interface BadgeCode {
  code: string;
  digest: Buffer;
  sealedCode: Buffer;
}

export function newBadgeCode(vault: Vault): BadgeCode {
  const code = newSecret();
  return { code, digest: digestOf(code), sealedCode: vault.seal(code) };
}

/** Returns undefined if another key sealed it. Such a badge still works, but cannot be printed again. */
export function openBadgeCode(vault: Vault, sealed: Buffer): string | undefined {
  try {
    return vault.open(sealed);
  } catch {
    return undefined;
  }
}

/** The URL in a badge's QR code. It is built from PUBLIC_URL alone. */
export function badgeUrl(settings: Pick<AppContext["settings"], "publicUrl">, code: string): string {
  return `${settings.publicUrl}/login/qr?${new URLSearchParams({ code })}`;
}

export interface PrintedBadge {
  student: { id: string; display_name: string | null };
  groupName: string;
  code: string;
  expiresAt: Date;
}

export function describeBadge(settings: AppContext["settings"], badge: PrintedBadge): BadgeEntry {
  return {
    qrCodeUrl: badgeUrl(settings, badge.code),
    displayName: badge.student.display_name ?? "",
    groupName: badge.groupName,
    userId: badge.student.id,
    expiresAt: badge.expiresAt.toISOString(),
  };
}
