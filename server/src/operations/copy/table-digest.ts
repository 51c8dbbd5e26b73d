import { hash } from 'node:crypto'
import type { Reading, Row, Table, Value } from './database-side.ts'

/**
 * The content of a table, in any order: the number of its rows, one sum over the hashes of all, and sums of integers.
 */
export type TableDigest = { rows: number; digest: string; sums: Record<string, string> }
export type DatabaseDigest = Record<string, TableDigest>

/** Adds up rows as they are read. */
export class DigestBuilder {
  readonly #table: Table
  readonly #sums: bigint[]
  #rows = 0
  // Two sums of 64 bits each: smaller integers are added faster.
  #high = 0n
  #low = 0n

  constructor(table: Table) {
    this.#table = table
    this.#sums = table.columns.map(() => 0n)
  }

  add(row: Row): void {
    this.#rows++
    let text = ''
    for (let index = 0; index < row.length; index++) {
      const value = row[index] ?? null
      text += exactText(value)
      if (typeof value === 'bigint') this.#sums[index] = (this.#sums[index] ?? 0n) + value
    }
    const digest = hash('sha256', text, 'buffer')
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(0))
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(8))
  }

  result(): TableDigest {
    const integers = this.#table.columns.flatMap(({ name, kind }, index) =>
      kind === 'integer' ? [[name, String(this.#sums[index])]] : [],
    )
    const digest = [this.#high, this.#low].map((sum) => sum.toString(16).padStart(16, '0')).join('')
    return { rows: this.#rows, digest, sums: Object.fromEntries(integers) }
  }
}

/** Different for values that look alike: an integer, a fraction, a text. The end of each value is marked. */
function exactText(value: Value): string {
  if (value === null) return 'n;'
  if (typeof value === 'bigint') return `i${value};`
  if (typeof value === 'string') return `t${value.length}:${value};`
  if (typeof value === 'number') return `r${value};`
  return `b${Buffer.from(value).toString('base64')};`
}

export async function digestTable(reading: Reading, table: Table): Promise<TableDigest> {
  const builder = new DigestBuilder(table)
  for await (const rows of reading.rows(table)) for (const row of rows) builder.add(row)
  return builder.result()
}

export async function digestDatabase(reading: Reading): Promise<DatabaseDigest> {
  const tables = (await reading.tables()).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const found: DatabaseDigest = {}
  for (const table of tables) found[table.name] = await digestTable(reading, table)
  return found
}

/** Names of tables whose content is not the same. */
export function differingTables(one: DatabaseDigest, other: DatabaseDigest): string[] {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name])).sort()
}
