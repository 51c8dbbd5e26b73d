import { isHiddenOption, type OptionChange, type OptionRow } from '@turnpike/contract/option-api'
import {
  isOptionKey,
  type OptionKey,
  type OptionValues,
  optionKeys,
  optionText,
  parseOption,
} from '@turnpike/contract/options'
import { AppError } from '../../http/app-error.ts'
import { isPriceMap, overridesFor, type PriceMapKey, wholeMap } from '../pricing/price-maps.ts'

/** Options as clients read them: texts, whole price maps, and nothing that is hidden. */
export const wireOptions = (values: OptionValues): OptionRow[] =>
  optionKeys.filter((key) => !isHiddenOption(key)).map((key) => ({ key, value: wireText(key, values) }))

const wireText = (key: OptionKey, values: OptionValues) =>
  isPriceMap(key) ? JSON.stringify(wholeMap(key, values[key])) : optionText(key, values[key])

/** A valid value of an option; `text` is what to store. */
export type ParsedChange = { key: OptionKey; text: string; value: OptionValues[OptionKey] }

/** What a client asks for, or undefined when it asks for nothing: a hidden option that it never saw and did not fill in. */
export function readChange({ key, value }: OptionChange): ParsedChange | undefined {
  if (!isOptionKey(key)) throw new AppError('option_unknown', { params: { key } })
  if (value === undefined && isHiddenOption(key)) return undefined
  const parsed = parseOption(key, value ?? '')
  if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
  return isPriceMap(key) ? differences(key, parsed.value as OptionValues[PriceMapKey]) : { key, ...parsed }
}

function differences(key: PriceMapKey, map: OptionValues[PriceMapKey]): ParsedChange {
  if (!isWhole(map)) throw new AppError('option_invalid', { params: { key } })
  const value = overridesFor(key, map)
  return { key, value, text: optionText(key, value) }
}

/** In a whole map every model has its amount; what shall have none is left out. */
const isWhole = (map: OptionValues[PriceMapKey]): map is Record<string, number> => !Object.values(map).includes(null)
