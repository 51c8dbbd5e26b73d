import { useQuery } from '@tanstack/react-query'
import type { Access } from '@turnpike/contract/endpoint'
import { refusalOf, send } from '../../../lib/api/call.ts'
import { matches } from '../search.ts'

export type Schema = { readonly [keyword: string]: unknown }
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
type Content = { content: { 'application/json': { schema?: Schema } } }
type Described = {
  summary: string
  'x-access': Access
  parameters: Parameter[]
  requestBody?: Content
  responses: { 200: Content }
}
export type ConsoleOperation = {
  method: string
  path: string
  /** The first segment below `/api`. */
  group: string
  summary: string
  access: Access
  parameters: Parameter[]
  body: Schema | undefined
  response: Schema | undefined
}

const address = '/api/docs/openapi.json'

/** The operations of an OpenAPI document of the console. */
const readOperations = (document: { paths: Record<string, Record<string, Described>> }): ConsoleOperation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      group: path.split('/')[2] ?? '',
      summary: described.summary,
      access: described['x-access'],
      parameters: described.parameters,
      body: described.requestBody?.content['application/json'].schema,
      response: described.responses[200].content['application/json'].schema,
    })),
  )

/** The console's API. Its document is large and is loaded when it is needed. */
export const useConsoleDocument = (enabled = true) =>
  useQuery({
    queryKey: ['console document'],
    queryFn: async () => {
      const response = await send(address, {})
      if (!response.ok) throw await refusalOf(response)
      return readOperations(await response.json())
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })

const lettersMin = 2
const matchesMax = 20

/** The operations of the console that match a search. */
export function useConsoleMatches(query: string): ConsoleOperation[] {
  const wanted = query.trim()
  const isSearched = wanted.length >= lettersMin
  const { data } = useConsoleDocument(isSearched)
  if (!isSearched || !data) return []
  return data.filter(({ method, path, summary }) => matches(wanted, [method, path, summary])).slice(0, matchesMax)
}

/** The page at which one operation is open. */
export const consolePath = (method: string, path: string) =>
  `/reference/console?open=${encodeURIComponent(`${method} ${path}`)}`
