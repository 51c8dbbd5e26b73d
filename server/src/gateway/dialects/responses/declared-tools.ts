import { createHash } from 'node:crypto'
import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'

/** A tool that the client runs. */
export type DeclaredTool = {
  kind: 'function' | 'custom' | 'search'
  namespace: string | undefined
  name: string
  /** The name that the upstream knows the tool by. A chat has no namespaces. */
  chatName: string
  definition: JsonObject
}

type ToolReference = { name: string; namespace?: string | undefined }

export type DeclaredTools = {
  list: readonly DeclaredTool[]
  /** The client's web search tool, if it declared one. */
  webSearch: JsonObject | undefined
  /** The tool that a call from the upstream names. */
  called(chatName: string): DeclaredTool | undefined
  /**
   * The upstream's name for a tool. It also covers tools that earlier turns called and this request no longer declares.
   */
  chatNameOf(tool: ToolReference): string
}

const searchName = 'tool_search'
const nameMax = 64
const isValidName = (name: string): boolean => name.length <= nameMax && /^[\w-]+$/.test(name)

/** The namespace and the name in one. If the result is not a valid function name, a hash keeps the tools distinct. */
function joinedName({ namespace, name }: ToolReference): string {
  const joined = namespace === undefined ? name : `${namespace}__${name}`
  return namespace === undefined || isValidName(joined) ? joined : hashedName(joined)
}

function hashedName(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.replace(/[^\w-]/g, '_').slice(0, nameMax - hash.length - 1)}_${hash}`
}

/**
 * The tools of a request, including those among its items: tools that an item adds, and tools that a tool search found.
 */
export function declaredTools(body: JsonObject): DeclaredTools {
  const list: DeclaredTool[] = []
  const byChatName = new Map<string, DeclaredTool>()
  let webSearch: JsonObject | undefined

  const add = (definition: JsonObject, path: string, kind: DeclaredTool['kind'], namespace?: string): void => {
    const name = kind === 'search' ? searchName : textOf(definition.name)
    if (name === undefined) throw new BadRequest(`${path}.name must be a string`, `${path}.name`)
    if (list.some((tool) => tool.name === name && tool.namespace === namespace)) return // loaded again by a later search
    const joined = joinedName({ name, namespace })
    const chatName = byChatName.has(joined) ? hashedName(`${namespace ?? ''} ${name}`) : joined
    const tool = { kind, namespace, name, chatName, definition }
    list.push(tool)
    byChatName.set(chatName, tool)
  }
  const read = (tool: unknown, path: string, namespace?: string): void => {
    if (!isObject(tool) || typeof tool.type !== 'string')
      throw new BadRequest(`${path} must be an object with a type`, path)
    const { type } = tool
    if (type === 'function' || type === 'custom') add(tool, path, type, namespace)
    else if (type === 'namespace' && namespace === undefined) readNamespace(tool, path)
    // A tool search that OpenAI runs finds tools declared in the request, so all of them are offered at once.
    else if (type === searchName && tool.execution === 'client') add(tool, path, 'search')
    else if (type.startsWith('web_search')) webSearch = tool
    else if (type === 'namespace') throw new BadRequest('A namespace cannot hold another one', `${path}.type`)
    // Only an upstream with Responses of its own can run other tools of OpenAI's.
    else if (type !== searchName)
      throw unsupported(`The tool ${JSON.stringify(type)} is not supported here`, `${path}.type`)
  }
  const readNamespace = (tool: JsonObject, path: string): void => {
    const name = textOf(tool.name)
    if (name === undefined) throw new BadRequest(`${path}.name must be a string`, `${path}.name`)
    for (const [index, inner] of listOf(tool.tools).entries()) read(inner, `${path}.tools[${index}]`, name)
  }

  for (const [index, tool] of listOf(body.tools).entries()) read(tool, `tools[${index}]`)
  for (const [index, item] of listOf(body.input).entries())
    if (isObject(item) && (item.type === 'additional_tools' || item.type === 'tool_search_output'))
      for (const [ordinal, tool] of listOf(item.tools).entries()) read(tool, `input[${index}].tools[${ordinal}]`)

  return {
    list,
    webSearch,
    called(chatName) {
      const exact = byChatName.get(chatName)
      if (exact) return exact
      // Models sometimes leave the namespace out.
      const [only, ...others] = list.filter(({ name }) => name === chatName)
      return others.length === 0 ? only : undefined
    },
    chatNameOf({ name, namespace }) {
      const declared = list.find((tool) => tool.name === name && tool.namespace === namespace)
      return declared?.chatName ?? joinedName({ name, namespace })
    },
  }
}
