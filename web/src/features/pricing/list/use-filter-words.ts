import { endpointTypes, modelTags } from '@turnpike/contract/money/pricing'
import { modelWordsText } from '../../../lib/models/model-words.text.ts'
import { pricingText } from '../pricing.text.ts'
import type { ModelFilters } from './list-models.ts'
import { useVendorName } from './vendors.ts'

/** The filters in words: "name contains “gpt”, OpenAI, per call". */
export function useFilterWords(filters: ModelFilters, group: string): string {
  const t = pricingText.use()
  const words = modelWordsText.use()
  const vendorName = useVendorName()
  const tag = modelTags.find((each) => each === filters.tag)
  const endpoint = endpointTypes.find((each) => each === filters.endpoint)
  const parts = [
    filters.keyword && t('nameContains', { text: filters.keyword.trim() }),
    filters.vendor && vendorName(filters.vendor),
    filters.billing && t(filters.billing === 'call' ? 'call' : 'token'),
    tag ? words(tag) : filters.tag,
    endpoint ? words(endpoint) : filters.endpoint,
    filters.usable && t('onlyIn', { group }),
  ]
  return parts.filter(Boolean).join(t('comma'))
}
