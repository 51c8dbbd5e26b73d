import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type ChannelAttempt,
  type ChannelTraffic,
  channelAttemptApi,
} from '@turnpike/contract/routing/channel-attempts'
import { createContext, type ReactNode, useContext } from 'react'
import { call } from '../../lib/api/call.ts'

export type LastRequests = { attempts: readonly ChannelAttempt[]; traffic: ChannelTraffic }
type ByChannel = ReadonlyMap<number, LastRequests>

const refetchMs = 15_000
const idsAtOnce = 100

/** The last calls of these channels and their traffic, kept current while the page is visible; undefined while they load. */
export function useLastCalls(ids: readonly number[]): ByChannel | undefined {
  const sorted = [...ids].sort((one, other) => one - other)
  const { data } = useQuery({
    queryKey: ['channels', 'attempts', sorted],
    queryFn: async () => {
      const parts = Array.from({ length: Math.ceil(sorted.length / idsAtOnce) }, (_, part) =>
        call(channelAttemptApi.list, {
          query: { ids: sorted.slice(part * idsAtOnce, (part + 1) * idsAtOnce).join(',') },
        }),
      )
      return new Map((await Promise.all(parts)).flat().map(({ channel_id, ...requests }) => [channel_id, requests]))
    },
    enabled: sorted.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  })
  return data
}

const Shown = createContext<ByChannel | undefined>(undefined)

/** Gives the rows of a list the last calls of their channels, which are loaded together. */
export function LastCalls({ ids, children }: { ids: readonly number[]; children: ReactNode }) {
  return <Shown value={useLastCalls(ids)}>{children}</Shown>
}

export const useLastCallsOf = (id: number): LastRequests | undefined => useContext(Shown)?.get(id)
