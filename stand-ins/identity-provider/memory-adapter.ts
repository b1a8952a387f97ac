import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

interface Entry {
  payload: AdapterPayload;
  endsAt: number;
}

/** The most sessions, codes and tokens together, so that a demo that runs for long does not fill the memory. */
const mostEntries = 5000;

/** The storage of one issuer, in memory until the process ends. */
export function createMemoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>();
  return (model) => adapterOf(model, entries);
}

function adapterOf(model: string, entries: Map<string, Entry>): Adapter {
  const keyOf = (id: string) => `${model}:${id}`;
  const read = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (entry !== undefined && entry.endsAt > Date.now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  const findWhere = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const key of [...entries.keys()].filter((key) => key.startsWith(`${model}:`))) {
      const payload = read(key);
      if (payload !== undefined && matches(payload)) return payload;
    }
    return undefined;
  };
  return {
    upsert: async (id, payload, expiresIn) => {
      const [oldest] = entries.keys();
      if (oldest !== undefined && entries.size >= mostEntries) entries.delete(oldest);
      entries.set(keyOf(id), { payload, endsAt: expiresIn === undefined ? Infinity : Date.now() + expiresIn * 1000 });
    },
    find: async (id) => read(keyOf(id)),
    findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findWhere((payload) => payload.userCode === userCode),
    consume: async (id) => {
      const payload = read(keyOf(id));
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    destroy: async (id) => {
      entries.delete(keyOf(id));
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) {
        if (key.startsWith(`${model}:`) && payload.grantId === grantId) entries.delete(key);
      }
    },
  };
}
