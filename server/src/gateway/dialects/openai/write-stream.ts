import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, JsonObject, ToolCallDelta } from '../../forms/chat.ts'
import { dataEvent } from '../../forms/sse.ts'
import type { Around, PlainWriting } from '../../plain-events/plain-events.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { openAiUsage } from '../../translate/response/openai-usage.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'
import type { RequestContext, StreamEncoder } from '../dialect.ts'
import { type ClientTools, toolsOfClient } from './client-tools.ts'

type ChunkChoice = ChatChunk['choices'][number]

/**
 * A stream for an OpenAI client, in the order all clients can read: the role first, one kind of content per chunk, the
 * finish reason of each choice once, then usage if the client requested it.
 */
export function createStreamEncoder(facts: RequestContext): StreamEncoder {
  const options = isObject(facts.body.stream_options) ? facts.body.stream_options : {}
  const wantsUsage = options.include_usage === true
  const tools = toolsOfClient(facts.body)
  const calls = createCallWriter(tools)
  const numbered = createListNumbering()
  const begunChoices = new Set<number>()
  const endedChoices = new Set<number>()
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined
  let usage: Usage | undefined
  let upstreamUsage: JsonObject = {}

  const write = (chunk: ChatChunk, choice: JsonObject): string => {
    head ??= { id: chunk.id, created: chunk.created, model: chunk.model }
    const { usage: _, system_fingerprint = null, ...extra } = chunk.extra ?? {}
    return dataEvent(
      JSON.stringify({
        ...frameOf(head),
        system_fingerprint,
        ...extra,
        choices: [{ logprobs: null, ...choice }],
        usage: null,
      }),
    )
  }
  /** Text is the hot path and has no lists. */
  const listed = (index: number, part: ChatDelta): ChatDelta =>
    part.content || part.reasoning_content ? part : numbered(index, part)
  const writeChoice = (chunk: ChatChunk, { delta, finish_reason, ...fields }: ChunkChoice): string => {
    let text = ''
    const { index } = fields
    if (!begunChoices.has(index)) {
      begunChoices.add(index)
      text += write(chunk, { index, delta: { role: 'assistant', content: '' }, finish_reason: null })
    }
    // Fields beside a delta, such as log probabilities, belong to the first part of the delta.
    let rest: JsonObject = fields
    for (const part of splitDelta(delta)) {
      const written = part.tool_calls ? calls.write(index, part.tool_calls) : listed(index, part)
      if (!written) continue
      text += write(chunk, { ...rest, delta: written, finish_reason: null })
      rest = { index }
    }
    if (finish_reason !== null && !endedChoices.has(index)) {
      endedChoices.add(index)
      const open = calls.finish(index)
      if (open) text += write(chunk, { index, delta: open, finish_reason: null })
      const reason = finish_reason === 'tool_calls' && tools.isLegacy ? 'function_call' : finish_reason
      text += write(chunk, { ...rest, delta: {}, finish_reason: reason })
    } else if (rest === fields && Object.keys(fields).length > 1 && finish_reason === null)
      text += write(chunk, { ...rest, delta: {}, finish_reason: null })
    return text
  }
  /** The JSON of a chunk with this delta, split at the position of its text. */
  const aroundText = (index: number, delta: JsonObject): Around | undefined => {
    if (!head) return undefined
    const chunk = write({ ...head, choices: [] }, { index, delta, finish_reason: null })
    const [before, after, more] = chunk.split(mark)
    return before !== undefined && after !== undefined && more === undefined ? { before, after } : undefined
  }
  let aroundContent: Around | undefined
  const plain: PlainWriting = {
    around({ kind, choice, call }) {
      if (!begunChoices.has(choice)) return undefined
      if (kind === 'content') {
        if (choice > 0) return aroundText(choice, { content: mark })
        aroundContent ??= aroundText(0, { content: mark })
        return aroundContent
      }
      if (kind === 'reasoning') return aroundText(choice, { reasoning_content: mark })
      if (kind !== 'arguments' || tools.isLegacy || tools.custom.size > 0) return undefined
      return aroundText(choice, { tool_calls: [{ index: call, function: { arguments: mark } }] })
    },
  }

  return {
    plain,
    push(chunk) {
      if (chunk.usage) usage = chunk.usage
      if (isObject(chunk.extra?.usage)) upstreamUsage = chunk.extra.usage
      let text = ''
      for (const choice of chunk.choices) text += writeChoice(chunk, choice)
      return text
    },
    end() {
      const done = dataEvent('[DONE]')
      if (!wantsUsage || !usage) return done
      const frame = {
        ...frameOf(head ?? { id: facts.id, created: facts.now, model: facts.model }),
        system_fingerprint: null,
      }
      return (
        dataEvent(JSON.stringify({ ...frame, choices: [], usage: { ...upstreamUsage, ...openAiUsage(usage) } })) + done
      )
    },
  }
}

/** A placeholder for the text: private-use characters, which JSON writes unescaped. */
const mark = '\u{f8ff}text\u{f8ff}'

const frameOf = ({ id, created, model }: Pick<ChatChunk, 'id' | 'created' | 'model'>) => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
})

/** The parts of a delta, one kind of content each, in the order of a response. Empty parts are left out. */
function splitDelta(delta: ChatDelta): ChatDelta[] {
  const { role: _, content, reasoning_content, refusal, thinking_blocks, tool_calls, ...others } = delta
  const parts: ChatDelta[] = []
  if (reasoning_content) parts.push({ reasoning_content })
  if (thinking_blocks?.length) parts.push({ thinking_blocks })
  if (content) parts.push({ content })
  if (refusal) parts.push({ refusal })
  if (Object.keys(others).length > 0) parts.push(others)
  if (tool_calls?.length) parts.push({ tool_calls })
  return parts
}

type CallWriter = {
  write(choice: number, calls: ToolCallDelta[]): JsonObject | undefined
  finish(choice: number): JsonObject | undefined
}

/**
 * Writes calls in the format of the client's declaration. The text of a custom call is written at the end: until then it
 * is incomplete JSON.
 */
function createCallWriter(tools: ClientTools): CallWriter {
  const plain = { write: (_: number, tool_calls: ToolCallDelta[]) => ({ tool_calls }), finish: () => undefined }
  if (tools.isLegacy)
    return {
      ...plain,
      write: (_, calls) => {
        const first = calls.find(({ index }) => index === 0)
        return first?.function && { function_call: first.function }
      },
    }
  if (tools.custom.size === 0) return plain
  const customTexts = new Map<string, { index: number; text: string }>()
  /** The call, or the beginning of a custom call: clients expect calls in the order of their indexes. */
  const writeCall = (choice: number, call: ToolCallDelta): JsonObject[] => {
    const { index, id, function: called } = call
    const key = `${choice}:${index}`
    const known = customTexts.get(key)
    if (known) {
      known.text += called?.arguments ?? ''
      return []
    }
    if (!called?.name || !tools.custom.has(called.name)) return [call]
    customTexts.set(key, { index, text: called.arguments ?? '' })
    return [{ index, id, type: 'custom', custom: { name: called.name, input: '' } }]
  }
  return {
    write(choice, calls) {
      const tool_calls = calls.flatMap((call) => writeCall(choice, call))
      return tool_calls.length > 0 ? { tool_calls } : undefined
    },
    finish(choice) {
      const texts = [...customTexts].filter(([key]) => key.startsWith(`${choice}:`)).map(([, custom]) => custom)
      const tool_calls = texts.map(({ index, text }) => ({ index, custom: { input: textOfArguments(text) } }))
      return tool_calls.length > 0 ? { tool_calls } : undefined
    },
  }
}

/**
 * Numbers the objects in the lists of a choice's deltas, each list from 0 on over the whole stream. Clients join the
 * deltas of a list by the `index` of its entries, and some fail on an entry without one.
 */
function createListNumbering(): (choice: number, delta: ChatDelta) => ChatDelta {
  const lengths = new Map<string, number>()

  const numberEntry = (entry: unknown, list: string): unknown => {
    if (!isObject(entry)) return entry
    const next = lengths.get(list) ?? 0
    const index = typeof entry.index === 'number' ? entry.index : next
    lengths.set(list, Math.max(next, index + 1))
    return entry.index === index ? entry : { ...entry, index }
  }
  const numberFields = (fields: JsonObject, path: string): JsonObject => {
    const numbered: JsonObject = {}
    for (const name in fields) {
      const value = fields[name]
      const list = `${path}.${name}`
      if (Array.isArray(value)) numbered[name] = value.map((entry) => numberEntry(entry, list))
      else numbered[name] = isObject(value) ? numberFields(value, list) : value
    }
    return numbered
  }
  return (choice, delta) => numberFields(delta, String(choice))
}
