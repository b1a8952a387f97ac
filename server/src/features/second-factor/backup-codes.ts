/** Ten codes for a lost phone. They are shown once and stored as digests made with the vault's key. */
import type { Transaction } from "kysely";
import type { Tables } from "#/platform/database/tables.ts";
import type { Vault } from "#/platform/secrets.ts";
import { replaceBackupCodes } from "./queries.ts";
import { newBackupCodes, readTypedCode } from "./typed-code.ts";

/** The digest includes the account id, so that equal codes of two accounts differ. */
export function backupCodeDigest(vault: Vault, accountId: string, code: string): Buffer {
  return vault.digest(`backup code ${accountId} ${code}`);
}

/** Returns the new codes for display. Former codes become invalid. */
export async function issueBackupCodes(
  { vault }: { vault: Vault },
  transaction: Transaction<Tables>,
  accountId: string,
): Promise<string[]> {
  const shown = newBackupCodes();
  // Digest codes without their hyphen, as they are read when typed. Every new code can be read, so none is left out.
  const digests = shown.flatMap((code) => {
    const typed = readTypedCode(code);
    return typed?.kind === "backup" ? [backupCodeDigest(vault, accountId, typed.code)] : [];
  });
  await replaceBackupCodes(transaction, accountId, digests);
  return shown;
}
