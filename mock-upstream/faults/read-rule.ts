import { isObject, type JsonObject } from '../exchange/json.ts'
import { encodings } from './encode-pieces.ts'
import type { FaultKind, FaultRule } from './fault.ts'

type FieldType = 'number' | 'string' | 'boolean' | 'object' | 'any' | readonly string[]

const usageFaults = ['zero', 'negative', 'fractional', 'string', 'huge', 'missing', 'null'] as const

/** The fields of each kind. A field with `!` is required. */
const fieldsOf = {
  delay: { headersMs: 'number', firstChunkMs: 'number', chunkMs: 'number', jitterMs: 'number' },
  status: { 'status!': 'number', body: 'any', headers: 'object' },
  redirect: { status: 'number', location: 'string' },
  leak: { status: 'number' },
  'error-in-200': { body: 'any' },
  silent: { how: ['hang', 'empty'] },
  cut: { 'at!': ['before-headers', 'after-chunks', 'inside'], afterChunks: 'number', how: ['close', 'reset', 'end'] },
  'error-event': { afterChunks: 'number', body: 'any', status: 'number', carryOn: 'boolean' },
  usage: { how: usageFaults, counts: 'object', fields: 'object' },
  'giant-line': { 'mebibytes!': 'number', afterChunks: 'number' },
  split: { bytes: 'number', everyMs: 'number' },
  spread: {},
  crlf: {},
  comments: { text: 'string' },
  headers: { 'headers!': 'object' },
  'content-type': { 'value!': 'string' },
  endless: { everyMs: 'number' },
  encoding: { 'name!': encodings },
  informational: { status: 'number', only: 'boolean' },
  'invalid-json': { afterChunks: 'number' },
  terminal: { 'copies!': 'number' },
  'trailing-garbage': { text: 'string' },
} satisfies Record<FaultKind, Record<string, FieldType>>

/** Reads a rule from another process. Throws with the reason if it is invalid. */
export function readRule(value: unknown): FaultRule {
  if (!isObject(value) || !isObject(value.fault)) throw new Error('a rule is an object with a fault')
  const { fault, match, times } = value
  const kind = String(fault.kind)
  if (!Object.hasOwn(fieldsOf, kind)) throw new Error(`there is no fault of the kind "${kind}"`)
  checkFields(fault, { 'kind!': 'string', ...fieldsOf[kind as FaultKind] }, `fault ${kind}`) // checked on the line before
  checkFields(isObject(match) ? match : {}, { key: 'string', model: 'string', path: 'string' }, 'match')
  if (match !== undefined && !isObject(match)) throw new Error('match is an object')
  if (times !== undefined && !(Number.isInteger(times) && Number(times) > 0))
    throw new Error('times is a positive integer')
  return value as FaultRule // every field was checked against the table
}

function checkFields(value: JsonObject, fields: Record<string, FieldType>, where: string): void {
  const types = new Map(Object.entries(fields).map(([name, type]) => [name.replace('!', ''), type]))
  for (const [name, each] of Object.entries(value)) {
    const type = types.get(name)
    if (type === undefined) throw new Error(`${where} has no field "${name}"`)
    if (!fits(each, type)) throw new Error(`${where}: "${name}" should be ${type}`)
  }
  for (const name of Object.keys(fields))
    if (name.endsWith('!') && value[name.slice(0, -1)] === undefined)
      throw new Error(`${where} lacks "${name.slice(0, -1)}"`)
}

function fits(value: unknown, type: FieldType): boolean {
  if (type === 'any') return true
  if (type === 'object') return isObject(value)
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) && value >= 0
  return typeof type === 'string' ? typeof value === type : type.includes(String(value))
}
