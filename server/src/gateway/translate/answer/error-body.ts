import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../json/json-values.ts'

/** An upstream's refusal in its own words. Without a message it said nothing we can read. */
export type ErrorBody = { message?: string; type?: string; code?: string; param?: string }

// Bodies nest errors in errors now and then; a body made to nest forever is not followed.
const depthMax = 4

const codeOf = (value: unknown): string | undefined => (typeof value === 'number' ? String(value) : textOf(value))

const spoken = (message: string, by: JsonObject): ErrorBody => ({
  message,
  type: textOf(by.type),
  code: codeOf(by.code),
  param: textOf(by.param),
})

/** An object that carries its message itself, as most shapes do one level down. */
function spokenBy(value: unknown): ErrorBody | undefined {
  const message = isObject(value) ? textOf(value.message) : undefined
  return message === undefined ? undefined : spoken(message, value as JsonObject)
}

/** Validation errors say where the request is wrong, and why. */
function validation(detail: unknown): ErrorBody | undefined {
  if (textOf(detail) !== undefined) return { message: textOf(detail) }
  const first = objectOf(listOf(detail)[0])
  const message = textOf(first?.msg)
  if (message === undefined) return undefined
  const place = listOf(first?.loc).filter((step) => typeof step === 'string' || typeof step === 'number')
  return { message, code: textOf(first?.type), param: textOf(place.join('.')) }
}

function plainMessage(body: JsonObject, depth: number): ErrorBody | undefined {
  if (isObject(body.message)) {
    const inside = readErrorBody(body.message, depth + 1)
    const message = inside.message ?? JSON.stringify(body.message)
    return { ...spoken(message, body), ...(inside.param !== undefined && { param: inside.param }) }
  }
  const message = textOf(body.message) ?? textOf(body.msg) ?? textOf(body.err) ?? textOf(body.error_msg)
  return message === undefined ? undefined : spoken(message, body)
}

/**
 * Reads an error of any shape that upstreams are known to use, nearest to OpenAI's first. What is not JSON, the HTML
 * page of some proxy for example, gives nothing: it is not for a client's eyes.
 */
export function readErrorBody(body: unknown, depth = 0): ErrorBody {
  if (depth > depthMax) return {}
  if (Array.isArray(body)) return readErrorBody(body[0], depth + 1)
  if (!isObject(body)) return {}
  const { error } = body
  return (
    spokenBy(error) ??
    (textOf(error) === undefined ? undefined : spoken(textOf(error) ?? '', body)) ??
    plainMessage(body, depth) ??
    spokenBy(listOf(body.errors)[0]) ??
    validation(body.detail) ??
    spokenBy(body.header) ??
    spokenBy(objectOf(body.response)?.error) ??
    // An error without words still tells its type and code.
    (isObject(error) ? { type: textOf(error.type), code: codeOf(error.code), param: textOf(error.param) } : {})
  )
}
