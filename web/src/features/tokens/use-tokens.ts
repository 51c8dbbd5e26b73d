import { type Token, tokenApi } from '@turnpike/contract/identity/token'
import { usePageQuery } from '../../components/list-page/use-page-query.ts'
import { call } from '../../lib/api/call.ts'

export type TokenFilters = { keyword: string; key: string }

/** One page of the person's tokens that pass the filters, newest first. */
export const useTokens = ({ keyword, key }: TokenFilters) =>
  usePageQuery(['tokens', keyword, key], async ({ p, page_size }) => {
    const range = { p: p - 1, size: page_size } // the server counts the pages of tokens from 0
    const { data: items, total } = await (keyword || key
      ? call(tokenApi.search, { query: { ...range, keyword, token: key } })
      : call(tokenApi.list, { query: range }))
    return { items, total }
  })

export const loadToken = (id: string): Promise<Token> => call(tokenApi.get, { params: { id } })
