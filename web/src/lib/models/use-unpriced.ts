import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { call } from '../api/call.ts'

const none: ReadonlySet<string> = new Set()

/** The models without a price, for administrators; empty while unknown. */
export function useUnpriced(models: readonly string[]): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['pricing', 'unpriced', models],
    queryFn: async () => new Set(await call(pricingApi.unpriced, { body: { models: [...models] } })),
    enabled: models.length > 0,
    placeholderData: keepPreviousData,
  })
  return models.length > 0 && data ? data : none
}
