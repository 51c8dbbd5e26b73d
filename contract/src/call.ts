import type { Endpoint } from './endpoint.ts'

export type Call = { method: string; url: string; body?: string }
type Input = { params?: unknown; query?: unknown; body?: unknown }

/** Endpoint + input → the request to send. Pure, so that the browser and the tests send the same requests. */
export function callOf(endpoint: Endpoint, input: Input = {}): Call {
  const params = (input.params ?? {}) as Record<string, string | number>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const url = query.size > 0 ? `${path}?${query}` : path
  return { method: endpoint.method, url, ...(input.body !== undefined && { body: JSON.stringify(input.body) }) }
}
