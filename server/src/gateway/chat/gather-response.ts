import { type Exchange, ResponseTooLarge } from '../../outbound/exchange.ts'
import { failureOfError } from '../call/upstream-failures.ts'
import type { ChatChunk, ChatResponse } from '../forms/chat.ts'
import type { Frame } from '../forms/sse.ts'
import type { ResponseContext } from '../providers/provider.ts'
import { responseOfChunks } from '../translate/response/response-of-chunks.ts'
import type { Conversation } from './conversation.ts'

/** The whole response of an upstream that only streams. */
export async function gatherResponse(
  response: Exchange,
  conversation: Pick<Conversation, 'frames' | 'stream'>,
  facts: ResponseContext,
  bytesMax: number,
): Promise<ChatResponse> {
  try {
    return responseOfChunks(await readChunks(response, conversation, facts, bytesMax))
  } catch (error) {
    throw failureOfError(error)
  }
}

function readChunks(
  response: Exchange,
  { frames, stream }: Pick<Conversation, 'frames' | 'stream'>,
  facts: ResponseContext,
  bytesMax: number,
): Promise<ChatChunk[]> {
  const reader = frames(bytesMax)
  const decoder = stream(facts)
  const chunks: ChatChunk[] = []
  let length = 0
  let isOver = false
  const take = (read: Frame[]) => {
    for (const { event } of read) if (event) chunks.push(...decoder.push(event))
  }
  return new Promise((resolve, reject) => {
    const end = () => {
      if (isOver) return
      isOver = true
      take(reader.end())
      resolve([...chunks, ...decoder.end()])
    }
    const error = (reason: Error) => {
      isOver = true
      response.abort()
      reject(reason)
    }
    response.pipe({
      data(bytes) {
        if (isOver) return true
        length += bytes.length
        if (length > bytesMax) throw new ResponseTooLarge()
        take(reader.push(bytes))
        if (decoder.isOver?.()) {
          end()
          response.abort()
        }
        return true
      },
      end,
      error,
    })
  })
}
