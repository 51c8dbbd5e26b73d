import type { ToolName } from '../../../domain/money/pricing/tool-prices.ts'
import { addToolCalls, type ToolCalls } from '../../../domain/money/pricing/usage.ts'
import type { BilledTools, JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'

/** Searches and containers have one of several prices, depending on the tools of the response. */
type BilledItem = { kind: 'search' | 'code' | 'shell' | ToolName; isDone: boolean }

const kindOfType: Readonly<Record<string, BilledItem['kind']>> = {
  web_search_call: 'search',
  file_search_call: 'file_search',
  image_generation_call: 'image_generation',
  code_interpreter_call: 'code',
  shell_call: 'shell',
}
const containers: Readonly<Record<string, ToolName>> = {
  '4g': 'container_4g',
  '16g': 'container_16g',
  '64g': 'container_64g',
}
/** More items than a response has: further ones are the upstream's mistake. */
const itemsMax = 1000

/** The items of a response that OpenAI bills apart from tokens. */
export class BilledItems {
  readonly #items = new Map<unknown, BilledItem>()
  #search: ToolName = 'web_search'
  #code: ToolName = 'container_1g'
  #shell: ToolName = 'container_1g'
  #isShown = false

  /** The tools that the response may use, as it repeats them from its request. */
  readTools(tools: unknown): void {
    for (const tool of listOf(tools)) {
      if (!isObject(tool)) continue
      if (textOf(tool.type)?.startsWith('web_search_preview')) this.#search = 'web_search_preview'
      if (tool.type === 'code_interpreter') this.#code = containerOf(tool.container)
      if (tool.type === 'shell') this.#shell = containerOf(tool.environment)
    }
  }

  /** Returns whether this changes the counts. `position` distinguishes one item from another. */
  add(item: JsonObject, position: unknown, isDone: boolean): boolean {
    const kind = Object.hasOwn(kindOfType, String(item.type)) ? kindOfType[String(item.type)] : undefined
    if (!kind) return false
    const key = keyOf(item, kind, position)
    const known = this.#items.get(key)
    if (key === undefined || (known ? known.isDone || !isDone : this.#items.size >= itemsMax)) return false
    this.#items.set(key, { kind: known?.kind ?? kind, isDone })
    return true
  }

  /** A part of a result has come. */
  show(): void {
    this.#isShown = true
  }

  get isEmpty(): boolean {
    return this.#items.size === 0
  }

  get done(): ToolCalls[] {
    return this.#count(true)
  }

  soFar(): BilledTools {
    return { done: this.done, running: this.#count(false), isShown: this.#isShown }
  }

  #count(isDone: boolean): ToolCalls[] {
    const items = [...this.#items.values()].filter((item) => item.isDone === isDone)
    return addToolCalls(items.map(({ kind }) => ({ name: this.#nameOf(kind), count: 1 })))
  }

  #nameOf(kind: BilledItem['kind']): ToolName {
    if (kind === 'search') return this.#search
    if (kind === 'code') return this.#code
    return kind === 'shell' ? this.#shell : kind
  }
}

/** Code and shell tools are billed once per container. A shell that the client runs has no container. */
function keyOf(item: JsonObject, kind: BilledItem['kind'], position: unknown): unknown {
  if (kind === 'code') return `container ${textOf(item.container_id) ?? ''}`
  if (kind !== 'shell') return position
  const { type, container_id } = objectOf(item.environment) ?? {}
  return type === 'container_reference' ? `container ${textOf(container_id) ?? ''}` : undefined
}

/** The memory of a container that is named by its id is unknown, so the smallest size is billed. */
const containerOf = (container: unknown): ToolName => {
  const memory = textOf(objectOf(container)?.memory_limit) ?? ''
  return Object.hasOwn(containers, memory) ? (containers[memory] ?? 'container_1g') : 'container_1g'
}
