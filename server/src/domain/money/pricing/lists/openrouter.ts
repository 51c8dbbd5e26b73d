import { amountsOfCall, amountsOfTokens, isObject, type ListedPrice, numberIn } from './listed-price.ts'

type OpenrouterList = { data: unknown[] }

export const isOpenrouter = (list: unknown): list is OpenrouterList =>
  isObject(list) && Array.isArray(list.data) && list.data.some((row) => isObject(row) && isObject(row.pricing))

/** The response of `GET /api/v1/models`: dollars per token, as texts; -1 where the price depends on the request. */
export const readOpenrouter = ({ data }: OpenrouterList, quotaPerUnit: number): ListedPrice[] =>
  data.map((row, index) => {
    if (!isObject(row) || typeof row.id !== 'string') return { name: `#${index + 1}`, reason: 'not_an_object' }
    if (!isObject(row.pricing)) return { name: row.id, reason: 'no_price' }
    const { prompt, completion, request } = row.pricing
    const [input, output, call] = [numberIn(prompt), numberIn(completion), numberIn(request)]
    if ([input, output, call].some(Number.isNaN)) return { name: row.id, reason: 'not_a_number' }
    if (input === undefined || output === undefined) return { name: row.id, reason: 'no_price' }
    // A model that is charged by the request alone.
    if (call && input === 0 && output === 0) return { name: row.id, ...amountsOfCall(call) }
    return { name: row.id, ...amountsOfTokens(input, output, quotaPerUnit) }
  })
