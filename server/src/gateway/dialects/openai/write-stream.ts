import type { Usage } from '../../../domain/pricing/usage.ts'
import type { ChatChunk, ChatDelta, JsonObject, ToolCallDelta } from '../../forms/chat.ts'
import { dataEvent } from '../../forms/sse.ts'
import { openAiUsage } from '../../translate/answer/openai-usage.ts'
import { isObject } from '../../translate/json/json-values.ts'
import { textOfArguments } from '../../translate/text/free-text.ts'
import type { AskFacts, StreamEncoder } from '../dialect.ts'
import { type ClientTools, toolsOfClient } from './client-tools.ts'

type Choice = ChatChunk['choices'][number]

/**
 * A stream for an OpenAI client, in the one order all clients can read: the role first, one kind of thing per chunk,
 * the end of each choice once, then usage if the client asked for it.
 */
export function createStreamEncoder(about: AskFacts): StreamEncoder {
  const options = isObject(about.body.stream_options) ? about.body.stream_options : {}
  const wantsUsage = options.include_usage === true
  const tools = toolsOfClient(about.body)
  const calls = createCallWriter(tools)
  const begun = new Set<number>()
  const ended = new Set<number>()
  let head: Pick<ChatChunk, 'id' | 'created' | 'model'> | undefined
  let usage: Usage | undefined
  let counts: JsonObject = {}

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
  const writeChoice = (chunk: ChatChunk, { delta, finish_reason, ...beside }: Choice): string => {
    let text = ''
    const { index } = beside
    if (!begun.has(index)) {
      begun.add(index)
      text += write(chunk, { index, delta: { role: 'assistant', content: '' }, finish_reason: null })
    }
    // What stands beside a delta, its log probabilities for example, belongs to the first thing it says.
    let rest: JsonObject = beside
    for (const kind of kindsOf(delta)) {
      const said = kind.tool_calls ? calls.write(index, kind.tool_calls) : kind
      if (!said) continue
      text += write(chunk, { ...rest, delta: said, finish_reason: null })
      rest = { index }
    }
    if (finish_reason !== null && !ended.has(index)) {
      ended.add(index)
      const open = calls.finish(index)
      if (open) text += write(chunk, { index, delta: open, finish_reason: null })
      const reason = finish_reason === 'tool_calls' && tools.isLegacy ? 'function_call' : finish_reason
      text += write(chunk, { ...rest, delta: {}, finish_reason: reason })
    } else if (rest === beside && Object.keys(beside).length > 1 && finish_reason === null)
      text += write(chunk, { ...rest, delta: {}, finish_reason: null })
    return text
  }
  return {
    push(chunk) {
      if (chunk.usage) usage = chunk.usage
      if (isObject(chunk.extra?.usage)) counts = chunk.extra.usage
      let text = ''
      for (const choice of chunk.choices) text += writeChoice(chunk, choice)
      return text
    },
    end() {
      const done = dataEvent('[DONE]')
      if (!wantsUsage || !usage) return done
      const frame = {
        ...frameOf(head ?? { id: about.id, created: about.now, model: about.model }),
        system_fingerprint: null,
      }
      return dataEvent(JSON.stringify({ ...frame, choices: [], usage: { ...counts, ...openAiUsage(usage) } })) + done
    },
  }
}

const frameOf = ({ id, created, model }: Pick<ChatChunk, 'id' | 'created' | 'model'>) => ({
  id,
  object: 'chat.completion.chunk',
  created,
  model,
})

/** The things a delta says, one by one and in the order of an answer. What says nothing is left out. */
function kindsOf(delta: ChatDelta): ChatDelta[] {
  const { role: _, content, reasoning_content, refusal, thinking_blocks, tool_calls, ...others } = delta
  const kinds: ChatDelta[] = []
  if (reasoning_content) kinds.push({ reasoning_content })
  if (thinking_blocks?.length) kinds.push({ thinking_blocks })
  if (content) kinds.push({ content })
  if (refusal) kinds.push({ refusal })
  if (Object.keys(others).length > 0) kinds.push(others)
  if (tool_calls?.length) kinds.push({ tool_calls })
  return kinds
}

type CallWriter = {
  write(choice: number, calls: ToolCallDelta[]): JsonObject | undefined
  finish(choice: number): JsonObject | undefined
}

/**
 * Calls in the client's words. A tool that takes free text is told whole at the end: its text hides in JSON until then.
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
  const held = new Map<string, { index: number; id: string | undefined; name: string; text: string }>()
  const isHeld = (choice: number, { index, id, function: called }: ToolCallDelta): boolean => {
    const key = `${choice}:${index}`
    if (called?.name && tools.custom.has(called.name)) held.set(key, { index, id, name: called.name, text: '' })
    const call = held.get(key)
    if (call) call.text += called?.arguments ?? ''
    return call !== undefined
  }
  return {
    write(choice, calls) {
      const others = calls.filter((call) => !isHeld(choice, call))
      return others.length > 0 ? { tool_calls: others } : undefined
    },
    finish(choice) {
      const mine = [...held].filter(([key]) => key.startsWith(`${choice}:`)).map(([, call]) => call)
      if (mine.length === 0) return undefined
      const calls = mine.map(({ index, id, name, text }) => ({
        index,
        id,
        type: 'custom',
        custom: { name, input: textOfArguments(text) },
      }))
      return { tool_calls: calls }
    },
  }
}
