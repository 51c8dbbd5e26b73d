import { type JsonObject, objectsIn, textOf } from '../../exchange/json.ts'

/** A tool that the client runs. The mock model knows a tool in a namespace as `namespace.name`. */
export type ClientTool = {
  known: string
  kind: 'function' | 'tool_search'
  namespace?: string
  name: string
  schema: unknown
}

/** The tools of a request, including those among its items. */
export function clientTools(body: JsonObject): ClientTool[] {
  const added = objectsIn(body.input).filter(({ type }) => type === 'additional_tools' || type === 'tool_search_output')
  return [body, ...added].flatMap(({ tools }) => objectsIn(tools)).flatMap((tool) => toolsIn(tool))
}

function toolsIn(tool: JsonObject, namespace?: string): ClientTool[] {
  const name = textOf(tool.name)
  if (tool.type === 'namespace') return objectsIn(tool.tools).flatMap((inner) => toolsIn(inner, name))
  if (tool.type === 'tool_search' && tool.execution === 'client')
    return [{ known: 'tool_search', kind: 'tool_search', name: 'tool_search', schema: tool.parameters }]
  if (tool.type !== 'function') return []
  const known = namespace === undefined ? name : `${namespace}.${name}`
  return [{ known, kind: 'function', name, schema: tool.parameters, ...(namespace !== undefined && { namespace }) }]
}

/** A call of one of these tools as an output item. */
export function callItem(tool: ClientTool | undefined, given: JsonObject, id: string, call_id: string): JsonObject {
  const about = { id, call_id, status: 'completed' }
  if (tool?.kind === 'tool_search') return { type: 'tool_search_call', ...about, execution: 'client', arguments: given }
  const names = { name: tool?.name, ...(tool?.namespace !== undefined && { namespace: tool.namespace }) }
  return { type: 'function_call', ...about, ...names, arguments: JSON.stringify(given) }
}
