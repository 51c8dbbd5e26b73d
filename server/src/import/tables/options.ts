import { priceKeys } from '@turnpike/contract/money/price-book'
import {
  isOptionKey,
  type OptionKey,
  type OptionValues,
  options as optionTable,
  optionText,
  parseOption,
} from '@turnpike/contract/options'
import { checkRequirements } from '../../domain/system/options/option-requirements.ts'
import { readOptions, writeOption } from '../../domain/system/options/options.queries.ts'
import { sealed } from '../../domain/system/options/options.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { ImportContext } from '../context.ts'
import { importRows, type Planned } from '../import-rows.ts'
import type { PriceDifference, TableNotes, TableReport } from '../report.ts'
import { type Row, textIn } from '../row.ts'
import { type MappedName, mappedNames } from './prices/mapped-names.ts'
import { mergedPrices } from './prices/merge-prices.ts'
import { priceDifferences } from './prices/price-differences.ts'
import { readSourcePrices, sourcePriceKeys } from './prices/source-prices.ts'

type Change = { key: OptionKey; text: string }
type OptionPlan = Planned & { changes: Change[] }

/** Options that other servers know by another name. */
const renamed: Readonly<Record<string, OptionKey>> = { StripeApiSecret: 'StripeSecretKey' }
const nameOf = (row: Row) => renamed[textIn(row, 'key')] ?? textIn(row, 'key')

const isPriceKey = (key: string) => sourcePriceKeys.includes(key) || key === mappedKey

/** A row that stands for the model mappings of the channels: prices are imported by them, and only once. */
const mappedKey = 'model_mapping'

type Imported = { report: TableReport; options: OptionValues; prices: PriceDifference[] }

/** Returns the options that are in force afterwards, too. */
export async function importOptions(context: ImportContext): Promise<Imported> {
  const { store, vault, source, family } = context
  const mapped = mappedNames(family, await source.rows('channels'))
  const stored = await source.rows('options')
  const mappings = mapped.length > 0 ? [{ key: mappedKey, value: JSON.stringify(mapped) }] : []
  const every = [...stored, ...mappings]
  let after = context.options
  let prices: PriceDifference[] = []
  const report = await importRows<OptionPlan>(
    { ...context, source: { ...source, rows: async () => every } },
    {
      table: 'options',
      kind: 'options',
      idColumn: 'key',
      async plan(rows, notes) {
        const stored = new Set((await readOptions(store)).map(({ key }) => key))
        const found = planPrices(context, { rows, every, mapped, notes })
        prices = found.prices
        const plans = [...found.plans, ...planOthers(context, rows, stored, notes)]
        const allowed = plans.filter(({ sourceId, changes }) => {
          const next = { ...after, ...Object.fromEntries(changes.map(parsedChange)) }
          if (!isAllowed(after, next)) {
            notes.cannot('what it needs is not set: set that first, then switch it on', sourceId)
            return false
          }
          after = next
          return true
        })
        return allowed
      },
      async write(transaction, plans) {
        for (const { key, text } of plans.flatMap(({ changes }) => changes))
          await writeOption(transaction, key, sealed(vault, key, text))
        return plans.map(() => 0)
      },
    },
  )
  return { report, options: after, prices }
}

function parsedChange({ key, text }: Change): [OptionKey, unknown] {
  const parsed = parseOption(key, text)
  return [key, parsed.ok ? parsed.value : undefined] // the text was made by the option's own schema
}

function isAllowed(before: OptionValues, after: OptionValues): boolean {
  try {
    checkRequirements(before, after)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

type FoundPrices = {
  /** Rows that were not imported before. */
  rows: readonly Row[]
  every: readonly Row[]
  mapped: readonly MappedName[]
  notes: TableNotes
}

/** A price consists of several options, so all of them are read as soon as one of them is new. */
function planPrices(
  { family, options }: ImportContext,
  { rows, every, mapped, notes }: FoundPrices,
): { plans: OptionPlan[]; prices: PriceDifference[] } {
  const fresh = rows.filter((row) => isPriceKey(textIn(row, 'key')))
  if (rows.length === 0) return { plans: [], prices: [] }
  const texts = Object.fromEntries(every.map((row) => [textIn(row, 'key'), textIn(row, 'value')]))
  const prices = readSourcePrices({ texts, family, notes })
  // LiteLLM takes the price of an entry's own model only if the entry states none.
  const names = family.name === 'litellm' ? mapped.filter(({ name }) => !prices.has(name)) : mapped
  const merged = fresh.length > 0 ? mergedPrices(options, { prices, mapped: names, notes }) : options
  const changes = priceKeys
    .map((key) => ({ key, text: optionText(key, merged[key]) }))
    .filter(({ key, text }) => text !== optionText(key, options[key]))
  const plans = fresh.map((row, index) => ({ sourceId: textIn(row, 'key'), row, changes: index === 0 ? changes : [] }))
  return {
    plans,
    prices: priceDifferences({ before: options, after: { ...options, ...merged }, prices, mapped: names }),
  }
}

function planOthers(
  { options }: ImportContext,
  rows: readonly Row[],
  stored: ReadonlySet<string>,
  notes: TableNotes,
): OptionPlan[] {
  return rows
    .filter((row) => !isPriceKey(textIn(row, 'key')))
    .sort((one, other) => lateness(nameOf(one)) - lateness(nameOf(other)))
    .flatMap((row) => {
      const [sourceId, key] = [textIn(row, 'key'), nameOf(row)]
      if (!isOptionKey(key)) {
        notes.cannot('there is no such option here', sourceId)
        return []
      }
      const parsed = parseOption(key, textIn(row, 'value'))
      if (!parsed.ok) notes.cannot('the value cannot be read', sourceId)
      else if (parsed.text === optionText(key, options[key])) return [{ sourceId, row, changes: [] }]
      else if (stored.has(key)) notes.conflict('an option that was set here stays', sourceId)
      else return [{ sourceId, row, changes: [{ key, text: parsed.text }] }]
      return []
    })
}

/** Switches come after the texts that they require. */
function lateness(key: string): number {
  if (['PayAddress', 'EpayId', 'EpayKey'].includes(key)) return 1
  return isOptionKey(key) && optionTable[key].kind === 'switch' ? 2 : 0
}
