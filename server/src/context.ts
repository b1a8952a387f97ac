/** The dependencies of every operation. They are passed, never imported, so that a test can supply its own clock or mailer. */
import type { Logger } from "pino";
import type { Clock } from "#/platform/clock.ts";
import type { Database } from "#/platform/database/connect.ts";
import type { Listen } from "#/platform/database/listener.ts";
import type { PasswordHasher } from "#/platform/hashing/password-hasher.ts";
import type { SigningKeys } from "#/platform/keys/signing-keys.ts";
import type { Meter } from "#/platform/metrics/meter.ts";
import type { Mailer } from "#/platform/mail/mailer.ts";
import type { Providers } from "#/platform/openid/providers.ts";
import type { RunningAttempts } from "#/platform/running-attempts.ts";
import type { Vault } from "#/platform/secrets.ts";
import type { Settings } from "#/platform/settings.ts";

export interface AppContext {
  settings: Settings;
  database: Database;
  /** Listens to messages that any portal process, this process included, sends through the database. */
  listen: Listen;
  clock: Clock;
  hasher: PasswordHasher;
  attempts: RunningAttempts;
  keys: SigningKeys;
  vault: Vault;
  mailer: Mailer;
  providers: Providers;
  log: Logger;
  meter: Meter;
}
