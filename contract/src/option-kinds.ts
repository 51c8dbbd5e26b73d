import { z } from 'zod'
import {
  isNumberText,
  isNumberWithin,
  isTextWithin,
  type NumberBounds,
  noControlCharacters,
  type TextBounds,
} from './bounds.ts'
import { isModelTiers, type ModelTiers } from './money/price-tiers.ts'
import { groupNameBounds, modelNameBounds } from './names.ts'
import { multipleBounds, quotaBounds, ratioBounds } from './quota.ts'
import { errorRuleBounds } from './routing/error-rules.ts'
import { isChatLink } from './system/chat-link.ts'
import { isWebAddress } from './web-address.ts'

type Separator = { read: RegExp; write: string }

/** What an option accepts, as data. Options are stored as text, so a length is that of the whole text. */
export type OptionBounds =
  | { kind: 'switch' }
  /** A quota is a whole number that people type in dollars. `blank` is the value of an empty text, if it is accepted. */
  | (NumberBounds & { kind: 'number' | 'quota'; blank?: number })
  | { kind: 'choice'; choices: readonly string[] }
  | { kind: 'text'; lengthMax: number }
  | { kind: 'line' | 'address' | 'picture'; lengthMax: number; pattern: RegExp }
  | { kind: 'list'; lengthMax: number; separator: Separator; item: TextBounds }
  /** A JSON object by names that administrators choose. A removable value may be null. */
  | { kind: 'map'; lengthMax: number; name: TextBounds; value: NumberBounds | TextBounds; isRemovable: boolean }
  /** A JSON object of objects by names that administrators choose. A removable member may be null. */
  | {
      kind: 'objects'
      lengthMax: number
      name: TextBounds
      isMember: (value: unknown) => boolean
      isRemovable: boolean
    }
  /** A JSON list of objects with one name and one link each. */
  | { kind: 'links'; lengthMax: number; countMax: number; name: TextBounds; link: TextBounds }
export type OptionKind = OptionBounds['kind']

// No page of an administrator needs more, and every instance keeps them all in memory.
export const lineLengthMax = 4 * 1024
export const pageLengthMax = 256 * 1024
const listLengthMax = 1024 * 1024

const lineBounds = { lengthMax: lineLengthMax, pattern: noControlCharacters }

const isMap = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Administrators choose the names in these objects: without a prototype, `constructor` is a name like any other. */
const withoutPrototype = (_: string, value: unknown) =>
  isMap(value) ? Object.assign(Object.create(null), value) : value

/** Undefined for a text that is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text, withoutPrototype)
  } catch {
    return undefined
  }
}

/** Blanks and repetitions are dropped, so that the stored text is the list in its plainest form. */
const itemsIn = (text: string, { read }: Separator) => [
  ...new Set(
    text
      .split(read)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

const isMember = (value: unknown, bounds: NumberBounds | TextBounds) =>
  'decimals' in bounds
    ? typeof value === 'number' && isNumberWithin(bounds, value)
    : typeof value === 'string' && isTextWithin(bounds, value)

type Links = { name: TextBounds; link: TextBounds }
function isLinkEntry(entry: unknown, { name, link }: Links): boolean {
  const [[key, value] = ['', undefined], ...others] = isMap(entry) ? Object.entries(entry) : []
  const isLink = typeof value === 'string' && isTextWithin(link, value) && isChatLink(value)
  return others.length === 0 && isTextWithin(name, key) && isLink
}

/** A file of this server. */
const ownFile = /^\/(?![/\\])\S*$/

/** Whether the text is a value of the option. The schema of every kind calls this, and so does the settings form. */
export function isOptionText(bounds: OptionBounds, text: string): boolean {
  if ('lengthMax' in bounds && text.length > bounds.lengthMax) return false
  switch (bounds.kind) {
    case 'switch':
      return text === 'true' || text === 'false'
    case 'number':
    case 'quota':
      return (text === '' && bounds.blank !== undefined) || isNumberText(bounds, text)
    case 'choice':
      return bounds.choices.includes(text)
    case 'text':
    case 'line':
      return isTextWithin(bounds, text)
    case 'address':
      return text === '' || (isTextWithin(bounds, text) && isWebAddress(text))
    case 'picture':
      return text === '' || (isTextWithin(bounds, text) && (ownFile.test(text) || isWebAddress(text)))
    case 'list':
      return itemsIn(text, bounds.separator).every((item) => isTextWithin(bounds.item, item))
    case 'map': {
      const map = readJson(text)
      const isValue = (value: unknown) => (value === null ? bounds.isRemovable : isMember(value, bounds.value))
      return (
        isMap(map) && Object.entries(map).every(([name, value]) => isTextWithin(bounds.name, name) && isValue(value))
      )
    }
    case 'objects': {
      const objects = readJson(text)
      const isValue = (value: unknown) => (value === null ? bounds.isRemovable : bounds.isMember(value))
      return (
        isMap(objects) &&
        Object.entries(objects).every(([name, value]) => isTextWithin(bounds.name, name) && isValue(value))
      )
    }
    case 'links': {
      const links = readJson(text)
      return Array.isArray(links) && links.length <= bounds.countMax && links.every((link) => isLinkEntry(link, bounds))
    }
  }
}

/** Whether a text fails an option of JSON because it is no JSON at all. */
export const isBrokenJson = (bounds: OptionBounds, text: string) =>
  isJsonKind(bounds) && text.length <= bounds.lengthMax && readJson(text) === undefined

type JsonBounds = Extract<OptionBounds, { kind: 'map' | 'objects' | 'links' }>
export const isJsonKind = (bounds: OptionBounds): bounds is JsonBounds =>
  bounds.kind === 'map' || bounds.kind === 'objects' || bounds.kind === 'links'

/** A kind of option: its bounds, its default as a stored text, and the schema that enforces the bounds. */
export type Kind<Bounds extends OptionBounds, Value> = Bounds & { default: string; schema: z.ZodType<Value, string> }
type Coding<Value> = { decode: (text: string) => Value; encode: (value: Value) => string }

/** Decoding checks the text and gives the value; encoding gives the text that is stored. */
function kindOf<const Bounds extends OptionBounds, Value>(
  bounds: Bounds,
  initial: Value,
  coding: Coding<Value>,
): Kind<Bounds, Value> {
  const text = z.string().refine((value) => isOptionText(bounds, value))
  return { ...bounds, default: coding.encode(initial), schema: z.codec(text, z.custom<Value>(), coding) }
}
const asText: Coding<string> = { decode: (text) => text, encode: (text) => text }

export const flag = (initial: boolean) =>
  kindOf({ kind: 'switch' }, initial, { decode: (text) => text === 'true', encode: String })

type NumberLimits = Partial<NumberBounds> & { blank?: number }
const numberOf = (kind: 'number' | 'quota', initial: number, limits: NumberBounds & { blank?: number }) =>
  kindOf({ kind, ...limits }, initial, {
    decode: (text) => (text === '' && limits.blank !== undefined ? limits.blank : Number(text)),
    encode: String,
  })
export const whole = (initial: number, limits: NumberLimits = {}) =>
  numberOf('number', initial, { ...quotaBounds, ...limits })
export const decimal = (initial: number, limits: NumberLimits = {}) =>
  numberOf('number', initial, { ...ratioBounds, ...limits })
export const quota = (initial: number) => numberOf('quota', initial, quotaBounds)

export function choice<const Choices extends [string, ...string[]]>(...choices: Choices) {
  type Value = Choices[number]
  const first: Value = choices[0]
  // The text is one of the choices once the schema has checked it.
  return kindOf({ kind: 'choice', choices }, first, { decode: (text) => text as Value, encode: (value) => value })
}

export const text = (lengthMax: number) => kindOf({ kind: 'text', lengthMax }, '', asText)
export const line = (initial = '') => kindOf({ kind: 'line', ...lineBounds }, initial, asText)

const withoutTrailingSlash = (value: string) => (/[?#]/.test(value) ? value : value.replace(/\/+$/, ''))
export const address = (initial = '') =>
  kindOf({ kind: 'address', ...lineBounds }, initial, { decode: withoutTrailingSlash, encode: withoutTrailingSlash })
/** An address, or a file of this server. */
export const picture = () => kindOf({ kind: 'picture', ...lineBounds }, '', asText)

function list(separator: Separator, item: TextBounds, initial: string[], spell = (part: string) => part) {
  return kindOf({ kind: 'list', lengthMax: listLengthMax, separator, item }, initial, {
    decode: (text) => [...new Set(itemsIn(text, separator).map(spell))],
    encode: (parts: string[]) => parts.join(separator.write),
  })
}
export const words = (initial: string[]) => list({ read: /\r?\n/, write: '\n' }, {}, initial)
/** Rules about errors of upstreams, one per line. */
export const errorRules = () => list({ read: /\r?\n/, write: '\n' }, errorRuleBounds, [])
const domainName = { pattern: /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u }
export const domains = (initial: string[]) =>
  list({ read: /[,，]/, write: ',' }, domainName, initial, (domain) => domain.toLowerCase())

/** The schema checks a text before it is decoded, so the decoded value has the type that the caller names. */
const asJson = <Value>(): Coding<Value> => ({
  decode: (text) => readJson(text) as Value,
  encode: (value) => JSON.stringify(value),
})
const mapBounds = { kind: 'map', lengthMax: listLengthMax, isRemovable: false } as const
export const groupAmounts = (initial: Record<string, number>) =>
  kindOf({ ...mapBounds, name: groupNameBounds, value: ratioBounds }, initial, asJson())
export const groupTexts = (initial: Record<string, string>) =>
  kindOf({ ...mapBounds, name: groupNameBounds, value: lineBounds }, initial, asJson())
export const modelOverrides = (value = multipleBounds) =>
  kindOf({ ...mapBounds, name: modelNameBounds, value, isRemovable: true }, {}, asJson<Record<string, number | null>>())
const objectBounds = { kind: 'objects', lengthMax: listLengthMax } as const
type TierOverrides = Record<string, ModelTiers | null>
/** Tiers are compared with those of the shipped table, so they are plain objects. */
export const modelTierOverrides = () =>
  kindOf(
    { ...objectBounds, name: modelNameBounds, isMember: isModelTiers, isRemovable: true },
    {},
    {
      ...asJson<TierOverrides>(),
      decode: (text) => Object.assign(Object.create(null), JSON.parse(text)) as TierOverrides, // the schema has checked it
    },
  )

const groupsMax = 1000
const isGroupRatios = (value: unknown): boolean =>
  isMap(value) &&
  Object.keys(value).length <= groupsMax &&
  Object.entries(value).every(([group, ratio]) => isTextWithin(groupNameBounds, group) && isMember(ratio, ratioBounds))
/** The ratios of groups for the users of each group. */
export const ratiosByGroup = () =>
  kindOf(
    { ...objectBounds, name: groupNameBounds, isMember: isGroupRatios, isRemovable: false },
    {},
    asJson<Record<string, Record<string, number>>>(),
  )
export const chatLinks = (initial: Record<string, string>[]) =>
  kindOf(
    { kind: 'links', lengthMax: listLengthMax, countMax: 100, name: modelNameBounds, link: lineBounds },
    initial,
    asJson(),
  )
