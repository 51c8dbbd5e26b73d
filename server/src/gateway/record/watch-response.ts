import type { ServerResponse } from 'node:http'
import type { KeptBytes } from './kept-bytes.ts'

type Anything = (...given: unknown[]) => unknown

/**
 * Keeps what is written to a client. Whole answers, streams and errors are written in many places, and all of them by
 * these three members of the response, so that the places need not know of it.
 */
export function watchResponse(response: ServerResponse, bytes: KeptBytes) {
  const headers: Record<string, string> = {}
  const keep = (data: unknown) => {
    if (!response.destroyed && (typeof data === 'string' || data instanceof Uint8Array)) bytes.add(data)
  }
  const noteHead = (given: unknown) => {
    if (typeof given !== 'object' || given === null) return
    for (const [name, value] of Object.entries(given))
      if (/^(content-type|retry-after)$/i.test(name)) headers[name.toLowerCase()] = String(value)
  }
  before(response, 'writeHead', (given) => noteHead(given.at(-1)))
  before(response, 'write', ([data]) => keep(data))
  before(response, 'end', ([data]) => keep(data))
  return { bytes, head: () => ({ status: response.statusCode, headers }) }
}

function before(response: ServerResponse, name: 'write' | 'end' | 'writeHead', look: (given: unknown[]) => void) {
  const original = response[name].bind(response) as Anything
  const watched: Anything = (...given) => {
    look(given)
    return original(...given)
  }
  Object.assign(response, { [name]: watched })
}
