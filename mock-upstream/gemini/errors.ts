import { isObject } from '../exchange/json.ts'
import { Refusal } from '../exchange/response.ts'

const statuses: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

const errorBody = (code: number, message: string, details?: object[]) => ({
  error: { code, message, status: statuses[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL'), details },
})

export const geminiError = (status: number, message: string, details?: object[]): Refusal =>
  new Refusal(status, errorBody(status, message, details))

export const invalidArgument = (message: string): Refusal => geminiError(400, message)

export const errorInfo = (reason: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
})

export const unknownName = (name: string, at = ''): Refusal => {
  const description = `Invalid JSON payload received. Unknown name "${name}"${at && ` at '${at}'`}: Cannot find field.`
  const violation = {
    '@type': 'type.googleapis.com/google.rpc.BadRequest',
    fieldViolations: [{ field: at, description }],
  }
  return geminiError(400, description, [violation])
}

export const namesIn = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Refuses an object with a member that is in none of the lists. */
export function checkNames(value: unknown, at: string, ...known: ReadonlySet<string>[]): void {
  if (!isObject(value)) return
  const unknown = Object.keys(value).find((name) => !known.some((names) => names.has(name)))
  if (unknown !== undefined) throw unknownName(unknown, at)
}
