import { LRUCache } from 'lru-cache'

export type KeptToken = { token: string; endsAt: number }

/** Tokens that keys were exchanged for, shared by all calls of this process. */
export type TokenCache = {
  /** `renew` exchanges the key. Calls that need the same token wait for one exchange. */
  get(id: string, now: number, renewSeconds: number, renew: () => Promise<KeptToken>): Promise<string>
  /** The upstream refused this token. A token that was renewed since then stays. */
  drop(id: string, token: string): void
}

const tokensMax = 10_000

/** A token that ends in less than `renewSeconds` is used while it is renewed. */
export function createTokenCache(): TokenCache {
  const kept = new LRUCache<string, KeptToken>({ max: tokensMax })
  const exchanges = new Map<string, Promise<KeptToken>>()
  const exchange = (id: string, renew: () => Promise<KeptToken>): Promise<KeptToken> => {
    const running = exchanges.get(id)
    if (running) return running
    const started = renew()
      .then((token) => {
        kept.set(id, token)
        return token
      })
      .finally(() => exchanges.delete(id))
    exchanges.set(id, started)
    return started
  }
  return {
    async get(id, now, renewSeconds, renew) {
      const known = kept.get(id)
      const left = (known?.endsAt ?? 0) - now
      if (!known || left <= 0) return (await exchange(id, renew)).token
      // The token still works, so a failed exchange does not fail this call.
      if (left < renewSeconds) exchange(id, renew).catch(() => {})
      return known.token
    },
    drop(id, token) {
      if (kept.peek(id)?.token === token) kept.delete(id)
    },
  }
}
