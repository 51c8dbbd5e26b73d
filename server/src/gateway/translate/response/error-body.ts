import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../json/json-values.ts'

/** The readable fields of an upstream's error. Without a message the body has no known shape. */
export type ErrorBody = { message?: string; type?: string; code?: string; param?: string }

// Some bodies nest errors in errors. The depth is limited.
const depthMax = 4

const codeOf = (value: unknown): string | undefined => (typeof value === 'number' ? String(value) : textOf(value))

const errorOf = (message: string, source: JsonObject): ErrorBody => ({
  message,
  type: textOf(source.type),
  code: codeOf(source.code),
  param: textOf(source.param),
})

/** An object with a message, as most shapes have it one level down. */
function errorIn(value: unknown): ErrorBody | undefined {
  const message = isObject(value) ? textOf(value.message) : undefined
  return message === undefined ? undefined : errorOf(message, value as JsonObject)
}

/** Validation errors have the path of the wrong field and the reason. */
function validationError(detail: unknown): ErrorBody | undefined {
  if (textOf(detail) !== undefined) return { message: textOf(detail) }
  const first = objectOf(listOf(detail)[0])
  const message = textOf(first?.msg)
  if (message === undefined) return undefined
  const path = listOf(first?.loc).filter((step) => typeof step === 'string' || typeof step === 'number')
  return { message, code: textOf(first?.type), param: textOf(path.join('.')) }
}

function messageError(body: JsonObject, depth: number): ErrorBody | undefined {
  if (isObject(body.message)) {
    const nested = readErrorBody(body.message, depth + 1)
    const message = nested.message ?? JSON.stringify(body.message)
    return { ...errorOf(message, body), ...(nested.param !== undefined && { param: nested.param }) }
  }
  const message = textOf(body.message) ?? textOf(body.msg) ?? textOf(body.err) ?? textOf(body.error_msg)
  return message === undefined ? undefined : errorOf(message, body)
}

/**
 * Reads an error of any shape that upstreams are known to use, the OpenAI shape first. A body that is not JSON, such as
 * a proxy's HTML page, gives nothing: a client must not see it.
 */
export function readErrorBody(body: unknown, depth = 0): ErrorBody {
  if (depth > depthMax) return {}
  if (Array.isArray(body)) return readErrorBody(body[0], depth + 1)
  if (!isObject(body)) return {}
  const { error } = body
  return (
    errorIn(error) ??
    (textOf(error) === undefined ? undefined : errorOf(textOf(error) ?? '', body)) ??
    messageError(body, depth) ??
    errorIn(listOf(body.errors)[0]) ??
    validationError(body.detail) ??
    errorIn(body.header) ??
    errorIn(objectOf(body.response)?.error) ??
    // An error without a message still has its type and code.
    (isObject(error) ? { type: textOf(error.type), code: codeOf(error.code), param: textOf(error.param) } : {})
  )
}
