import type { ModelTiers } from '@turnpike/contract/money/price-tiers'
import { costLines, isModelCost, type ModelCost, type TokenCost } from '@turnpike/contract/routing/channel-cost'
import { fullPrice, type LineName, type LineRatios, lineDollars } from '../../../components/options/price-lines.ts'
import { ratioOfDollars } from '../../../components/options/price-math.ts'

export const costColumns = ['input', 'output', 'cache_read', 'cache_write', 'call'] as const
export type CostColumn = (typeof costColumns)[number]

const moreLines = ['image_input', 'image_output', 'audio_input', 'audio_output'] as const
/** What has no column: pictures, sound and tiers. */
export type MoreCost = Pick<TokenCost, (typeof moreLines)[number] | 'tiers'>

/** A row of the price list as it is typed: a number that is not there yet is null. */
export type CostRow = { key: number; model: string; more: MoreCost } & Record<CostColumn, number | null>

export const emptyRow = (key: number): CostRow => ({
  key,
  model: '',
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  call: null,
  more: {},
})

export const rowsOfPrices = (prices: Readonly<Record<string, ModelCost>>): CostRow[] =>
  Object.entries(prices).map(([model, cost], key) => {
    if ('call' in cost) return { ...emptyRow(key), model, ...cost }
    const { input, output, cache_read = null, cache_write = null, ...more } = cost
    return { ...emptyRow(key), model, input, output, cache_read, cache_write, more }
  })

/** The cost in a row; undefined while it is not complete. A price per call leaves the others unused. */
export function costOfRow(row: CostRow): ModelCost | undefined {
  const given = (['input', 'output', 'cache_read', 'cache_write'] as const).flatMap((name) => {
    const value = row[name]
    return value === null ? [] : [[name, value] as const]
  })
  const cost: unknown = row.call === null ? { ...Object.fromEntries(given), ...row.more } : { call: row.call }
  return row.model.trim() !== '' && isModelCost(cost) ? cost : undefined
}

/** The complete rows; of two with one model the last one counts. */
export const pricesOfRows = (rows: readonly CostRow[]): Record<string, ModelCost> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const cost = costOfRow(row)
      return cost ? [[row.model.trim(), cost]] : []
    }),
  )

const lineOfCost: Record<(typeof costLines)[number], LineName> = {
  input: 'input',
  output: 'output',
  cache_read: 'cacheRead',
  cache_write: 'cacheWrite',
  image_input: 'imageInput',
  image_output: 'imageOutput',
  audio_input: 'audioInput',
  audio_output: 'audioOutput',
}

/** Costs are dollars, so that any number would do. */
export const costQuotaPerUnit = 500_000

/** The ratios of a cost in dollars; undefined without an input price above 0, of which the others are multiples. */
export function linesOfCost(cost: TokenCost): LineRatios | undefined {
  const lines: LineRatios = {}
  for (const name of costLines) {
    const dollars = cost[name]
    if (dollars === undefined) continue
    const line = lineOfCost[name]
    const heard = line === 'audioOutput' && lines.audioInput !== undefined ? [lines.audioInput] : []
    const factors = line === 'input' ? [] : [lines.input ?? 0, ...heard]
    const ratio = ratioOfDollars(String(dollars), costQuotaPerUnit, factors)
    if (ratio === undefined) return undefined
    lines[line] = ratio
  }
  return lines.input ? lines : undefined
}

/** The cost in dollars of these ratios. */
export function costOfLines(lines: LineRatios, tiers: ModelTiers | undefined): TokenCost | undefined {
  const price = fullPrice(lines)
  if (!price) return undefined
  const dollars = (name: (typeof costLines)[number]) => Number(lineDollars(price, lineOfCost[name], costQuotaPerUnit))
  const set = costLines.filter((name) => lines[lineOfCost[name]] !== undefined).map((name) => [name, dollars(name)])
  return { ...Object.fromEntries(set), input: dollars('input'), output: dollars('output'), ...(tiers && { tiers }) }
}
