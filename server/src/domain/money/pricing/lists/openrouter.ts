import { amountsOfCall, amountsOfRates, isObject, type ListedPrice, numberIn } from './listed-price.ts'

type OpenrouterList = { data: unknown[] }

export const isOpenrouter = (list: unknown): list is OpenrouterList =>
  isObject(list) && Array.isArray(list.data) && list.data.some((row) => isObject(row) && isObject(row.pricing))

/** The response of `GET /api/v1/models`: dollars per token, as texts; -1 where the price depends on the request. */
export const readOpenrouter = ({ data }: OpenrouterList, quotaPerUnit: number): ListedPrice[] =>
  data.map((row, index) => {
    if (!isObject(row) || typeof row.id !== 'string') return { name: `#${index + 1}`, reason: 'not_an_object' }
    if (!isObject(row.pricing)) return { name: row.id, reason: 'no_price' }
    const { pricing } = row
    const [input, output, call] = [pricing.prompt, pricing.completion, pricing.request].map(numberIn)
    if (Number.isNaN(call)) return { name: row.id, reason: 'not_a_number' }
    if (input === undefined || output === undefined) return { name: row.id, reason: 'no_price' }
    // A model that is charged by the request alone.
    if (call && input === 0 && output === 0) return { name: row.id, ...amountsOfCall(call) }
    const lines = {
      input,
      output,
      cache_read: numberIn(pricing.input_cache_read),
      cache_write: numberIn(pricing.input_cache_write),
      // `image` is a price per picture for some models and per token for others, so it is not read.
      image_output: numberIn(pricing.image_output),
      audio_input: numberIn(pricing.audio),
      audio_output: numberIn(pricing.audio_output),
    }
    return { name: row.id, ...amountsOfRates(lines, quotaPerUnit) }
  })
