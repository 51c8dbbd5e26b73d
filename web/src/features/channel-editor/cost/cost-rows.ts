import { isModelCost, type ModelCost } from '@turnpike/contract/routing/channel-cost'

export const costColumns = ['input', 'output', 'cache_read', 'cache_write', 'call'] as const
export type CostColumn = (typeof costColumns)[number]

/** A row of the price list as it is typed: a number that is not there yet is null. */
export type CostRow = { key: number; model: string } & Record<CostColumn, number | null>

export const emptyRow = (key: number): CostRow => ({
  key,
  model: '',
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  call: null,
})

export const rowsOfPrices = (prices: Readonly<Record<string, ModelCost>>): CostRow[] =>
  Object.entries(prices).map(([model, cost], key) => ({ ...emptyRow(key), model, ...cost }))

/** The cost in a row; undefined while it is not complete. A price per call leaves the others unused. */
export function costOfRow(row: CostRow): ModelCost | undefined {
  const given = (['input', 'output', 'cache_read', 'cache_write'] as const).flatMap((name) => {
    const value = row[name]
    return value === null ? [] : [[name, value] as const]
  })
  const cost: unknown = row.call === null ? Object.fromEntries(given) : { call: row.call }
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
