import { useQuery } from '@tanstack/react-query'
import { neverExpires, type Token, tokenApi, tokenStatus } from '@turnpike/contract/identity/token'
import { call } from './call.ts'

type Limits = Pick<Token, 'status' | 'expired_time' | 'unlimited_quota' | 'remain_quota'>

/** Whether a call with the token can succeed now: the status of a token is set only when a call finds it used up. */
export const isUsable = (token: Limits, now: number) =>
  token.status === tokenStatus.enabled &&
  (token.expired_time === neverExpires || token.expired_time > now) &&
  (token.unlimited_quota || token.remain_quota > 0)

/** The person's tokens that calls can be made with, newest first, out of the newest hundred. */
export const useUsableTokens = (enabled = true) =>
  useQuery({
    queryKey: ['tokens', 'usable'],
    queryFn: async () => {
      const { data } = await call(tokenApi.list, { query: { p: 0, size: 100 } })
      return data.filter((token) => isUsable(token, Date.now() / 1000))
    },
    staleTime: 10_000,
    enabled,
  })
