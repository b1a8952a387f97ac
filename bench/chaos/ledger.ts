/** What the portal acknowledged to a client. At the end each acknowledged write is looked up on the primary. */
import { createHash } from "node:crypto";
import pg from "pg";

export interface Lost {
  sessions: number;
  refreshTokens: number;
}

export class Ledger {
  readonly #sessions: Buffer[] = [];
  readonly #refreshTokens: Buffer[] = [];

  sessionBegan(secret: string): void {
    // The portal stores the first half of a session's digest.
    this.#sessions.push(digestOf(secret).subarray(0, 16));
  }

  refreshTokenGiven(token: string): void {
    this.#refreshTokens.push(digestOf(token));
  }

  get count(): number {
    return this.#sessions.length + this.#refreshTokens.length;
  }

  /** Counts the acknowledged writes that the database at this address does not have. */
  async lostOn(url: string): Promise<Lost> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const missing = async (table: string, digests: Buffer[]): Promise<number> => {
        const { rows } = await client.query<{ lost: number }>(
          `select count(*)::int as lost from unnest($1::bytea[]) d where not exists (select from ${table} t where t.digest = d)`,
          [digests],
        );
        return rows[0]?.lost ?? Number.NaN;
      };
      return { sessions: await missing("sessions", this.#sessions), refreshTokens: await missing("refresh_tokens", this.#refreshTokens) };
    } finally {
      await client.end();
    }
  }
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
