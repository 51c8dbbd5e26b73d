import type { PriceKey } from '@turnpike/contract/money/price-book'
import {
  isOptionKey,
  type OptionKey,
  type OptionValues,
  optionKeys,
  optionText,
  parseOption,
} from '@turnpike/contract/options'
import { isHiddenOption, type OptionChange, type OptionRow } from '@turnpike/contract/system/option-api'
import { AppError } from '../../../http/app-error.ts'
import { isPriceMap, overridesFor, type WholeMap, wholeMap } from '../../money/pricing/price-maps.ts'
import { rowRevision } from '../audit/row-revision.ts'

/** Options as clients read them: as texts, with whole price maps, without hidden options. */
export const wireOptions = (values: OptionValues): OptionRow[] =>
  optionKeys.filter((key) => !isHiddenOption(key)).map((key) => ({ key, value: wireText(key, values) }))

/** The options whose change can be refused because somebody else has changed them since. */
export const optionRevision = (key: OptionKey, values: OptionValues): string => rowRevision(wireText(key, values))

const wireText = (key: OptionKey, values: OptionValues) =>
  isPriceMap(key) ? JSON.stringify(wholeMap(key, values[key])) : optionText(key, values[key])

/** A valid change of an option; `text` is stored. */
export type ParsedChange = {
  key: OptionKey
  text: string
  value: OptionValues[OptionKey]
  seen_revision?: string | undefined
}

/** Parses a change; undefined for a hidden option without a value, which a client sends back because it never saw one. */
export function readChange({ key, value, seen_revision }: OptionChange): ParsedChange | undefined {
  if (!isOptionKey(key)) throw new AppError('option_unknown', { params: { key } })
  if (value === undefined && isHiddenOption(key)) return undefined
  const parsed = parseOption(key, value ?? '')
  if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
  const { value: read, text } = parsed
  const change = isPriceMap(key) ? differences(key, read as OptionValues[PriceKey]) : { key, value: read, text }
  return { ...change, seen_revision }
}

function differences(key: PriceKey, map: OptionValues[PriceKey]): ParsedChange {
  if (!isWhole(map)) throw new AppError('option_invalid', { params: { key } })
  const value = overridesFor(key, map) as OptionValues[PriceKey] // of the same key
  return { key, value, text: optionText(key, value) }
}

/** In a whole map every model has an amount; a model without a price is absent. */
const isWhole = (map: Record<string, unknown>): map is WholeMap => !Object.values(map).includes(null)
