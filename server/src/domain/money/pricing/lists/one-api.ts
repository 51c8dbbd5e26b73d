import { amountsOfCall, amountsOfTokens, isObject, type ListedPrice, numberIn } from './listed-price.ts'

type OneApiList = { data: unknown[] }

export const isOneApi = (list: unknown): list is OneApiList =>
  isObject(list) && Array.isArray(list.data) && list.data.some((row) => isObject(row) && 'model_ratio' in row)

/** In gateways of this family a ratio of 1 is two dollars per million tokens. */
const dollarsOfRatio = 0.000002

/** The response of `GET /api/pricing`: ratios, or dollars per call where `quota_type` is 1. */
export const readOneApi = ({ data }: OneApiList, quotaPerUnit: number): ListedPrice[] =>
  data.map((row, index) => {
    if (!isObject(row) || typeof row.model_name !== 'string') return { name: `#${index + 1}`, reason: 'not_an_object' }
    const name = row.model_name
    const [ratio, price] = [numberIn(row.model_ratio), numberIn(row.model_price)]
    const completion = numberIn(row.completion_ratio) ?? 1
    if ([ratio, price, completion].some(Number.isNaN)) return { name, reason: 'not_a_number' }
    if (row.quota_type === 1)
      return price === undefined ? { name, reason: 'no_price' } : { name, ...amountsOfCall(price) }
    if (ratio === undefined) return { name, reason: 'no_price' }
    const input = ratio * dollarsOfRatio
    return { name, ...amountsOfTokens(input, input * completion, quotaPerUnit) }
  })
