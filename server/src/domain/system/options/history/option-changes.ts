import { isSecretOption, type OptionKey, type OptionValues, options, optionText } from '@turnpike/contract/options'
import type { FieldChange } from '@turnpike/contract/system/history'
import { isHiddenOption } from '@turnpike/contract/system/option-api'
import { isPriceMap, wholeMap } from '../../../money/pricing/price-maps.ts'
import type { FieldValue, RecordedFields } from '../../audit/recorded-change.ts'

/** The name of the one field of an option that is no map. */
export const wholeValue = 'value'

type Entries = Record<string, FieldValue>

/** The entries of an option that is a map, as clients see them; undefined for any other option. */
function entriesOf(key: OptionKey, value: OptionValues[OptionKey]): Entries | undefined {
  if (options[key].kind !== 'map' && options[key].kind !== 'objects') return undefined
  const entries = isPriceMap(key) ? wholeMap(key, value as OptionValues[typeof key]) : value // by its kind
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, fieldValue(entry)]))
}

/** An entry that is an object is recorded as its JSON. */
const fieldValue = (entry: unknown): FieldValue =>
  typeof entry === 'object' && entry !== null ? JSON.stringify(entry) : (entry as FieldValue) // of a map: by its kind

/** Values that may be shown to nobody are not recorded. */
export const isUnshown = (key: OptionKey) => isSecretOption(key) || isHiddenOption(key)

/** The old and new value of an option; of a map only the entries that differ. */
export function recordedFields(
  { key, value }: { key: OptionKey; value: OptionValues[OptionKey] },
  values: OptionValues,
): RecordedFields {
  if (isUnshown(key)) return { [wholeValue]: { hidden: true } }
  const [before, after] = [entriesOf(key, values[key]), entriesOf(key, value)]
  if (!before || !after)
    return { [wholeValue]: { before: optionText(key, values[key]), after: optionText(key, value as never) } }
  return Object.fromEntries(differing(before, after).map((name) => [name, fieldOf(before, after, name)]))
}

function differing(before: Entries, after: Entries): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => own(before, name) !== own(after, name))
}

const own = (entries: Entries, name: string) => (Object.hasOwn(entries, name) ? entries[name] : undefined)

function fieldOf(before: Entries, after: Entries, name: string) {
  const [old, now] = [own(before, name), own(after, name)]
  return { ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }
}

/** The changes that restoring the previous values would make now. */
export function revertChanges(key: OptionKey, values: OptionValues, fields: RecordedFields): FieldChange[] {
  const current = entriesOf(key, values[key]) ?? { [wholeValue]: optionText(key, values[key]) }
  return Object.entries(fields)
    .map(([field, { before }]) => ({ field, before: own(current, field), after: before, is_hidden: false }))
    .filter(({ before, after }) => before !== after)
}

/** The text of the option with the values from before a change; entries that others changed since stay. */
export function revertedText(key: OptionKey, values: OptionValues, fields: RecordedFields): string {
  const current = entriesOf(key, values[key])
  if (!current) return String(fields[wholeValue]?.before ?? '')
  const entries = new Map(Object.entries(current))
  for (const [name, { before }] of Object.entries(fields))
    if (before === undefined) entries.delete(name)
    else entries.set(name, before)
  const isOfObjects = options[key].kind === 'objects'
  const whole = [...entries].map(([name, entry]) => [name, isOfObjects ? JSON.parse(String(entry)) : entry])
  return JSON.stringify(Object.fromEntries(whole))
}
