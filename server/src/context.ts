/** The dependencies of every operation. They are passed, never imported, so that a test can supply its own clock or mailer. */
import type { Clock } from "#/platform/clock.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { PasswordHasher } from "#/platform/hashing/password-hasher.ts";
import type { SigningKeys } from "#/platform/keys/signing-keys.ts";
import type { Log } from "#/platform/log.ts";
import type { Mailer } from "#/platform/mail/mailer.ts";
import type { Providers } from "#/platform/openid/providers.ts";
import type { Vault } from "#/platform/secrets.ts";
import type { Settings } from "#/platform/settings.ts";

export interface AppContext {
  settings: Settings;
  database: Database;
  clock: Clock;
  hasher: PasswordHasher;
  keys: SigningKeys;
  vault: Vault;
  mailer: Mailer;
  providers: Providers;
  log: Log;
}
