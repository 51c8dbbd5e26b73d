import { useQuery } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { type LogRow, logApi, logType } from '@turnpike/contract/usage/log'
import { useState } from 'react'
import { call } from '../../lib/api/call.ts'

const everyMilliseconds = 3_000
/** How far the clocks of browser and server may be apart. */
const skewSeconds = 600

/** The call that was awaited, or the newest one that was refused meanwhile. */
type Awaited = { arrived?: LogRow | undefined; refused?: LogRow | undefined }

/** Polls the log for a call with the token, while the page is visible, until one has succeeded. */
export function useAwaitedCall(token: Token, isUsed: boolean) {
  const [openedAt] = useState(() => Math.floor(Date.now() / 1000))
  const [known, setKnown] = useState<number | undefined>(isUsed ? undefined : 0)
  const { data, refetch } = useQuery({
    queryKey: ['first call', token.id, openedAt, known],
    queryFn: async (): Promise<Awaited> => {
      const since = isUsed ? openedAt - skewSeconds : token.created_time
      const query = { p: 1, page_size: 10, token_name: token.name, start_timestamp: since }
      const { items } = await call(logApi.self, { query })
      const calls = items.filter(({ token_id }) => token_id === token.id) // names may repeat, ids do not
      if (known === undefined) setKnown(Math.max(0, ...calls.map(({ id }) => id)))
      const fresh = calls.filter(({ id }) => known !== undefined && id > known)
      return {
        arrived: fresh.findLast(({ type }) => type === logType.consumption),
        refused: fresh.find(({ type }) => type === logType.failure),
      }
    },
    refetchInterval: ({ state }) => (state.data?.arrived ? false : everyMilliseconds),
    retry: false,
  })
  return { ...data, lookNow: refetch }
}
