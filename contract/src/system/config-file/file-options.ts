import { z } from 'zod'
import { priceKeys } from '../../money/price-book.ts'
import type { OptionBounds } from '../../option-kinds.ts'
import { type OptionKey, optionKeys, options } from '../../options.ts'
import { secretReference } from './secret-reference.ts'

/** The options that the sections `groups` and `prices` of a file hold, entry by entry. */
export const mapOptions = [
  'GroupRatio',
  'UserUsableGroups',
  'TopupGroupRatio',
  ...priceKeys,
] as const satisfies readonly OptionKey[]
type MapOption = (typeof mapOptions)[number]
export type FileOptionKey = Exclude<OptionKey, MapOption>

const isMapOption = (key: OptionKey): key is MapOption => mapOptions.some((each) => each === key)
/** The options that the section `options` of a file can name. */
export const fileOptionKeys = optionKeys.filter((key): key is FileOptionKey => !isMapOption(key))

/** The value of an option as people write it: a list is a list, not a text with separators. */
function valueSchema(bounds: OptionBounds): z.ZodType {
  switch (bounds.kind) {
    case 'switch':
      return z.boolean()
    case 'number':
    case 'quota':
      return (bounds.decimals === 0 ? z.int() : z.number()).min(bounds.min).max(bounds.max)
    case 'choice':
      return z.enum(bounds.choices)
    case 'list':
      return z.array(z.string())
    case 'links':
      return z.array(z.record(z.string(), z.string())).max(bounds.countMax)
    case 'map':
    case 'objects':
      return z.record(z.string(), z.unknown())
    default:
      return z.string().max(bounds.lengthMax)
  }
}

/** An empty text removes a secret. */
const secretValue = z.union([secretReference, z.literal('')], 'config_secret_plain')

/** Only the options that a file names are set. The rules of each option are checked once it is read. */
export const fileOptions = z.strictObject(
  Object.fromEntries(
    fileOptionKeys.map((key) => [key, (options[key].secret ? secretValue : valueSchema(options[key])).optional()]),
  ),
)
