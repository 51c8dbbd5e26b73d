import type { Usage } from '../../../domain/money/pricing/usage.ts'
import type { ChatChunk, ChatDelta, FinishReason } from '../../forms/chat.ts'
import { createFrameReader, type Frame, type FrameReader, type ServerEvent } from '../../forms/sse.ts'
import { isObject, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse } from '../../translate/response/bad-response.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'
import { zhipuFailure } from './failure.ts'

/** An event as this API frames it: raw text in its data lines, JSON in a line of its own. */
type InvokeEvent = { text: string; meta?: string }

/**
 * Events whose data is text instead of JSON. The space after `data:` is part of the text. Event streams do not define
 * the line `meta:`, so a standard reader would lose it.
 */
export function createInvokeReader(lengthMax: number): FrameReader {
  const frames = createFrameReader(lengthMax)
  const read = (found: Frame[]) => found.map(({ raw }) => ({ raw, event: eventOf(raw.toString('utf8')) }))
  return { push: (bytes) => read(frames.push(bytes)), end: () => read(frames.end()) }
}

function eventOf(frame: string): ServerEvent | undefined {
  let name: string | undefined
  const texts: string[] = []
  let meta: string | undefined
  for (const line of frame.split(/\r\n|\r|\n/)) {
    if (line.startsWith('event:')) name = line.slice('event:'.length).trim()
    else if (line.startsWith('data:')) texts.push(line.slice('data:'.length))
    else if (line.startsWith('meta:')) meta = line.slice('meta:'.length)
  }
  if (name === undefined) return undefined
  const event: InvokeEvent = { text: texts.join('\n'), ...(meta !== undefined && { meta }) }
  return { event: name, data: JSON.stringify(event) }
}

const finishOfEvent: Readonly<Record<string, FinishReason>> = { finish: 'stop', interrupted: 'content_filter' }

export function createInvokeDecoder(facts: ResponseContext): StreamDecoder {
  let hasBegun = false
  let isFinished = false

  const chunk = (delta: ChatDelta, finish_reason: FinishReason | null = null): ChatChunk => ({
    id: facts.id,
    created: facts.now,
    model: facts.model,
    choices: [{ index: 0, delta, finish_reason }],
  })
  return {
    push({ event = '', data }) {
      const { text, meta } = JSON.parse(data) as InvokeEvent // written by this file's reader
      if (isFinished) return []
      if (event === 'error') throw failureOfText(text)
      const usage = usageIn(meta)
      const finish = Object.hasOwn(finishOfEvent, event) ? finishOfEvent[event] : undefined
      if (event !== 'add' && finish === undefined) return []
      const chunks: ChatChunk[] = []
      if (!hasBegun) chunks.push(chunk({ role: 'assistant', content: '' }))
      hasBegun = true
      if (text !== '') chunks.push(chunk({ content: text }))
      if (finish === undefined) return chunks
      isFinished = true
      return [...chunks, { ...chunk({}, finish), ...(usage && { usage }) }]
    },
    end() {
      if (hasBegun && !isFinished) throw incompleteResponse()
      return []
    },
  }
}

/** An error is an object, or only its message. */
function failureOfText(text: string) {
  const body = parsed(text)
  return zhipuFailure(200, isObject(body) ? body : { message: textOf(text) })
}

function usageIn(meta: string | undefined): Usage | undefined {
  if (meta === undefined) return undefined
  const body = parsed(meta)
  if (!isObject(body)) throw badResponse()
  return usageOfOpenAi(body.usage)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
