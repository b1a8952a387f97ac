/** Ten codes for the day the telephone is lost: shown once, kept as digests that only the vault's key makes. */
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Vault } from "#/platform/secrets.ts";
import { replaceBackupCodes } from "./queries.ts";
import { newBackupCodes, readTypedCode } from "./typed-code.ts";

/** Of its account too, so that one digest says nothing about another's. */
export function backupCodeDigest(vault: Vault, accountId: string, code: string): Buffer {
  return vault.digest(`backup code ${accountId} ${code}`);
}

/** Answers the new codes as they are shown; the former ones are dead. */
export async function issueBackupCodes(
  { vault }: { vault: Vault },
  transaction: Transaction<Tables>,
  accountId: string,
): Promise<string[]> {
  const shown = newBackupCodes();
  const digests = shown.flatMap((code) => {
    const typed = readTypedCode(code);
    return typed?.kind === "backup" ? [backupCodeDigest(vault, accountId, typed.code)] : [];
  });
  await replaceBackupCodes(transaction, accountId, digests);
  return shown;
}
