import type { JsonObject } from '../../forms/chat.ts'
import { memoize } from '../memoize.ts'
import { foldName } from './field-spelling.ts'
import { isObject } from './json-values.ts'
import { secondBodies } from './reserved-fields.ts'

/**
 * The kind of object that an id names: an object that responses name too, an item of a conversation, a spoken response,
 * or an object that no response names, such as a prompt template or a file URL that only the account can read.
 */
export type ObjectKind = 'object' | 'item' | 'audio' | 'setting'
/** An id, and its path in the body: `messages[0].content[1].file_id`. */
export type ObjectId = { id: string; kind: ObjectKind; path: string }

/** Fields that hold the id of an object that an upstream account stores, or a list of ids. */
const idMembers: ReadonlyMap<string, ObjectKind> = new Map([
  ['approval_request_id', 'item'],
  ['cached_content', 'setting'],
  ['container_id', 'object'],
  ['datastore', 'setting'],
  ['file_search_store_names', 'setting'],
  ['file_id', 'object'],
  ['file_ids', 'object'],
  ['knowledge_id', 'setting'],
  ['knowledge_ids', 'setting'],
  ['rag_corpus', 'setting'],
  ['vector_store_id', 'object'],
  ['vector_store_ids', 'object'],
])

/** Fields that are an object with an id. The first two may be the id itself. */
const idObjects: ReadonlyMap<string, ObjectKind> = new Map([
  ['container', 'object'],
  ['conversation', 'object'],
  ['audio', 'audio'],
  ['prompt', 'setting'],
  ['voice', 'setting'],
])
const mayBeId = (name: string, depth: number): boolean =>
  name === 'container' || (name === 'conversation' && depth === 0)

const addressMembers: ReadonlySet<string> = new Set([
  'file_data',
  'file_uri',
  'file_url',
  'gcs_uri',
  'image_url',
  'uri',
  'url',
  'video_url',
])
/** Schemes other than those of the web name buckets and file stores of an account. So do the file URLs of Gemini. */
const accountAddress =
  /^(?!https?:|data:)[a-z][a-z0-9+.-]{1,20}:\/\/[^\s]+$|^(?:https:\/\/generativelanguage\.googleapis\.com\/(?:\w+\/)?)?files\/[\w-]+$/i

/** Qwen reads a system message of this form as the name of a file. */
const fileText = 'fileid://'
const isFileText = (name: string, value: string) =>
  (name === 'content' || name === 'text') && value.startsWith(fileText)

/** Fields that hold the client's own data: schemas, and the arguments and results of its functions. */
const ownMembers: ReadonlySet<string> = new Set([
  'action',
  'args',
  'arguments',
  'data',
  'documents',
  'function_call',
  'input_examples',
  'input_schema',
  'json_schema',
  'logit_bias',
  'metadata',
  'parameters',
  'parameters_json_schema',
  'response_json_schema',
  'response_schema',
  'schema',
])

/** Fields that may be an id or a URL themselves. Most fields of a request are texts and none of these. */
const textMembers: ReadonlySet<string> = new Set([
  ...idMembers.keys(),
  ...addressMembers,
  'connector_id',
  'container',
  'content',
  'conversation',
  'skill_id',
  'text',
])

/** Some upstreams ignore case and separators in names. Google accepts two spellings. */
const byFold: ReadonlyMap<string, string> = new Map(
  [...textMembers, ...idObjects.keys(), ...ownMembers, ...secondBodies, 'function_response', 'input'].map((name) => [
    foldName(name),
    name,
  ]),
)
const knownName = memoize((name: string): string => byFold.get(foldName(name)) ?? '')

const isToolUse = (type: unknown): boolean => typeof type === 'string' && type.endsWith('tool_use')

/** An item that only names the id of a stored item. The type of a reference may be left out. */
function isItemReference(item: JsonObject, isInput: boolean): boolean {
  if (item.type === 'item_reference') return true
  if (item.type === 'image_generation_call') return typeof item.result !== 'string'
  return isInput && (item.type === undefined || item.type === null) && item.role === undefined
}

/**
 * The value with every id changed that names an object of the upstream account, at any depth. A value without such an
 * id stays the same object.
 */
export function mapObjectIds(body: JsonObject, change: (found: ObjectId) => string): JsonObject {
  const trail: (string | number)[] = []
  const changed = (id: string, kind: ObjectKind, ...more: string[]): string =>
    id === '' ? id : change({ id, kind, path: pathOf([...trail, ...more]) })

  const mapList = (list: readonly unknown[], each: (item: unknown) => unknown, takesTexts = false): unknown => {
    let mapped: unknown[] | undefined
    for (let at = 0; at < list.length; at++) {
      const item = list[at]
      if (typeof item !== 'object' && !takesTexts) continue
      trail.push(at)
      const value = each(item)
      trail.pop()
      if (value !== item) {
        mapped ??= [...list]
        mapped[at] = value
      }
    }
    return mapped ?? list
  }
  const mapIds = (value: unknown, kind: ObjectKind): unknown => {
    if (typeof value === 'string') return changed(value, kind)
    return Array.isArray(value) ? mapList(value, (item) => mapIds(item, kind), true) : mapValue(value)
  }
  /** `name` as this file spells it; empty for a field without a meaning here. */
  const mapMember = (owner: JsonObject, name: string, value: unknown, depth: number): unknown => {
    if (value === null || value === undefined) return value
    const idKind = idMembers.get(name)
    if (idKind) return mapIds(value, idKind)
    if (typeof value === 'string') {
      if (mayBeId(name, depth)) return value === 'auto' || value === 'none' ? value : changed(value, 'object')
      if (name === 'skill_id') return owner.type === 'anthropic' ? value : changed(value, 'setting')
      // A client with its own upstream token uses its own account.
      if (name === 'connector_id') return owner.authorization ? value : changed(value, 'setting')
      const isAddress = (addressMembers.has(name) && accountAddress.test(value)) || isFileText(name, value)
      return isAddress ? changed(value, 'setting') : value
    }
    if (typeof value !== 'object') return value
    const objectKind = idObjects.get(name)
    if (objectKind && isObject(value)) return mapObject(value, depth + 1, objectKind)
    if (name === 'function_response' && isObject(value)) return mapFields(value, ['parts'], depth + 1)
    if (secondBodies.includes(name) && depth === 0) return isObject(value) ? mapObject(value, 0) : value
    if (ownMembers.has(name) || (name === 'input' && isToolUse(owner.type))) return value
    if (Array.isArray(value) && depth === 0 && name === 'input') return mapList(value, (item) => mapValue(item, true))
    return mapValue(value)
  }
  const mapFields = (value: JsonObject, names: readonly string[], depth: number): JsonObject => {
    let mapped: JsonObject | undefined
    for (const name of names) {
      const member = value[name]
      const known = knownName(name)
      if (typeof member !== 'object' && !textMembers.has(known)) continue
      trail.push(name)
      const own = mapMember(value, known, member, depth)
      trail.pop()
      if (own !== member) {
        mapped ??= { ...value }
        mapped[name] = own
      }
    }
    return mapped ?? value
  }
  const mapObject = (value: JsonObject, depth: number, kind?: ObjectKind, isInput = false): JsonObject => {
    const mapped = mapFields(value, Object.keys(value), depth)
    const idKind = kind ?? (typeof value.id === 'string' && isItemReference(value, isInput) ? 'item' : undefined)
    if (!idKind || typeof value.id !== 'string') return mapped
    const id = changed(value.id, idKind, 'id')
    return id === value.id ? mapped : { ...mapped, id }
  }
  const mapValue = (value: unknown, isInput = false): unknown => {
    if (Array.isArray(value)) return mapList(value, (item) => mapValue(item))
    return isObject(value) ? mapObject(value, trail.length, undefined, isInput) : value
  }
  return mapObject(body, 0)
}

const pathOf = (trail: readonly (string | number)[]): string =>
  trail.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`),
    '',
  )

export function objectIdsIn(body: JsonObject): ObjectId[] {
  const found: ObjectId[] = []
  mapObjectIds(body, (each) => {
    found.push(each)
    return each.id
  })
  return found
}
