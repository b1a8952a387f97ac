/** Classifies the errors of the database that the portal expects. All others are bugs. */

/**
 * Codes of PostgreSQL: connection failures (08), shutdown and start-up (57P), and too little disk or memory or too many connections (53). A
 * statement's time limit (57014), and that of a wait for a lock (55P03). A transaction that lost repeatedly against others (40P01, 40001).
 * A server that became a standby (25006).
 */
const awayStates = /^(08|57P0|53|57014$|55P03$|40P01$|40001$|25006$)/;
const awaySystemCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "ETIMEDOUT", "EPIPE", "EAI_AGAIN", "ENOSPC"]);
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|not queryable|not currently accepting connections|could not write init file/;

/** Returns whether the database could not be reached or could not do the statement now. The same statement may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (awaySystemCodes.has(code) || (/^[0-9A-Z]{5}$/.test(code) && awayStates.test(code))) return true;
  return awayMessages.test(error.message) || isDatabaseAway(error.cause);
}

/** A statement waited too long for a lock, or deadlocked. A retry may succeed. */
export function isLockedOut(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "55P03" || error.code === "40P01");
}

const certificateFault = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** Explains to the operator why the database cannot be reached or cannot work now, and what to do. Returns undefined for other faults. */
export function connectionAdvice(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  const code = "code" in error ? String(error.code) : "";
  if (message.includes("does not support SSL connections")) {
    return "The database does not speak TLS, and DATABASE_URL asks for it (sslmode). Set ssl = on in postgresql.conf, or take sslmode out of DATABASE_URL where nobody can listen in between.";
  }
  if (certificateFault.test(code)) {
    return `The certificate of the database is not trusted (${message}). Name its authority in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem`;
  }
  if (code === "28000" || code === "28P01") {
    return `The database refuses the login of DATABASE_URL (${message}). Check its user and password, and pg_hba.conf; for "no encryption" add ?sslmode=require.`;
  }
  if (code === "3D000")
    return `The database of DATABASE_URL is not there (${message}). Create it: createdb, or "create database" as a superuser.`;
  if (isDiskFull(error)) return `The disk of PostgreSQL is full (${message}). Free space there: docs/runbook.md, DatabaseDiskFills.`;
  if (code === "57014") {
    return `The database ended a statement (${message}). If the statement needs more time, try again while the database has less to do, or raise the limit: DATABASE_STATEMENT_SECONDS, or statement_timeout of the role.`;
  }
  if (code === "55P03" || isUndoneForOthers(error)) {
    return `Another program holds what a statement needs (${message}). Wait for its end or end it, and try again.`;
  }
  if (!isDatabaseAway(error)) return undefined;
  return `The database does not answer (${message === "" ? "no connection" : message}). Check DATABASE_URL, and whether it runs.`;
}

/** PostgreSQL also refuses connections, because it cannot write its cache of the catalogue. That refusal has no code of its own. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "53100") || error.message.includes("could not write init file");
}

/** Another row has the value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23505";
}

/** A deadlock or a serialization failure: the whole transaction was undone, and a retry may succeed. */
export function isUndoneForOthers(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");
}

/** The database cannot parse or store the value (class 22), for example an invalid day or too large a number. */
export function isUnfitValue(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^22[0-9A-Z]{3}$/.test(String(error.code));
}

/** A statement names a table that does not exist, or no longer. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "42P01";
}

/** The role lacks the permission or the ownership. */
export function isNotPermitted(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "42501";
}
