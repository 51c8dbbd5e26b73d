import { useMutation } from '@tanstack/react-query'
import { type Token, tokenApi } from '@turnpike/contract/identity/token'
import { useToast } from '../../components/overlay/toast.tsx'
import { call } from '../../lib/api/call.ts'
import { saveCsvFile } from '../../lib/browser/save-text-file.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import { useText } from '../../lib/text/text.ts'
import { tokenListCsv } from './export-tokens.ts'
import { useStatusWord } from './list/token-status.tsx'
import { tokensText } from './list/tokens.text.ts'
import type { TokenFilters } from './use-tokens.ts'

/** Saves every token that passes the filters as a CSV file. */
export function useExport(filters: TokenFilters) {
  const t = useText(tokensText)
  const toast = useToast()
  const statusOf = useStatusWord()
  const { perUnit } = useQuotaRate()
  return useMutation({
    mutationFn: async ({ hasKeys }: { hasKeys: boolean }) => {
      const tokens = await readAllTokens(filters)
      saveCsvFile(t('fileName'), tokenListCsv(tokens, { perUnit, hasKeys, statusOf }))
      return tokens.length
    },
    onSuccess: (count) => toast.success(t('exported', { count })),
    onError: (error) => toast.error(error.message),
  })
}

const pageSize = 100

/** Every token that passes the filters, page by page. */
async function readAllTokens({ keyword, key }: TokenFilters): Promise<Token[]> {
  const found: Token[] = []
  for (let p = 0; ; p++) {
    const query = { p, size: pageSize }
    const { data, total } = await (keyword || key
      ? call(tokenApi.search, { query: { ...query, keyword, token: key } })
      : call(tokenApi.list, { query }))
    found.push(...data)
    if (data.length === 0 || found.length >= total) return found
  }
}
