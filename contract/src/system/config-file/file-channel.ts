import { z } from 'zod'
import { type NumberBounds, printable } from '../../bounds.ts'
import { type ChannelType, channelTypeOrder, channelTypes } from '../../channel-types.ts'
import { channelBounds } from '../../routing/channel.ts'
import { channelKeysMax, keyModes } from '../../routing/channel-keys.ts'
import { secretReference } from './secret-reference.ts'

/** A channel type as a file names it: its label in small letters, such as `openai` or `azure-openai`. */
const nameOfType = (type: ChannelType) => channelTypes[type].label.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const typesByName = new Map(channelTypeOrder.map((type) => [nameOfType(type), type]))

/** Undefined for a type that this version does not know: its number stands in the file. */
export const channelTypeName = (type: number): string | undefined =>
  [...typesByName].find(([, each]) => each === type)?.[0]
/** The number of a type that a file names. */
export const channelTypeNumber = (type: string | number): number =>
  typeof type === 'number' ? type : (typesByName.get(type) ?? 0)

const typeNames = [...typesByName.keys()]
const text = z.string().max(channelBounds.other.lengthMax)
const wholeWithin = ({ min, max }: NumberBounds) => z.int().min(min).max(max)
/** Channels list their models and groups by comma. */
const listed = z.string().regex(/^[^\s,]([^,]*[^\s,])?$/, 'config_list_item')

/** A channel in a configuration file. A member that is left out has the default of a new channel. */
export const fileChannel = z.strictObject({
  /** The channel is found by its name. */
  name: z
    .string()
    .regex(printable, 'channel_name_missing')
    .regex(/^\S(.*\S)?$/, 'channel_name_missing'),
  type: z.union([z.enum(typeNames), z.int()], 'channel_type_unknown'),
  /** One of the two; without both a stored channel keeps its key. */
  key: secretReference.optional(),
  keys: z.array(secretReference).min(1).max(channelKeysMax).optional(),
  /** How a key is chosen where there are several. */
  multi_key_mode: z.enum(keyModes).optional(),
  /** A channel that the server has disabled after failures counts as enabled. */
  status: z.enum(['enabled', 'disabled']).default('enabled'),
  models: z.array(listed).min(1),
  groups: z.array(listed).min(1).default(['default']),
  base_url: z.union([secretReference, text]).default(''),
  other: text.default(''),
  openai_organization: text.default(''),
  test_model: text.default(''),
  model_mapping: z.record(z.string(), z.string()).default({}),
  status_code_mapping: z.record(z.string(), z.union([z.int(), z.string()])).default({}),
  setting: z.union([secretReference, z.record(z.string(), z.unknown())]).default({}),
  param_override: z.union([secretReference, z.record(z.string(), z.unknown())]).default({}),
  header_override: z.union([secretReference, z.record(z.string(), z.unknown())]).default({}),
  tag: text.default(''),
  priority: wholeWithin(channelBounds.priority).default(0),
  weight: wholeWithin(channelBounds.weight).default(0),
  auto_ban: z.boolean().default(true),
  max_input_tokens: wholeWithin(channelBounds.max_input_tokens).default(0),
})
export type FileChannel = z.output<typeof fileChannel>
export type WrittenChannel = z.input<typeof fileChannel>
