import { isDone, parseEventData } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import type { ResponseQuirks } from '../openai-shaped/quirks.ts'
import { createChatDecoder } from '../openai-shaped/read-stream.ts'
import type { ResponseContext, StreamDecoder } from '../provider.ts'

/** Events of a detailed stream whose data is a chunk; a stream without details has no names. */
const responses: ReadonlySet<string | undefined> = new Set([undefined, 'message', 'answer', 'fastAnswer'])

/** A detailed stream tells of every node of the app, also behind the end of the answer. */
export function createDecoder(facts: ResponseContext, quirks: ResponseQuirks): StreamDecoder {
  const chunks = createChatDecoder(facts, quirks)
  let isOver = false
  return {
    push(event) {
      if (isOver) return []
      if (event.event === 'error') throw failureOf(200, parseEventData(event.data), {}, quirks.failures)
      if (!responses.has(event.event)) return []
      isOver = isDone(event.data)
      return chunks.push(event)
    },
    end: () => chunks.end(),
  }
}
