import type { ChatChunk, ChatRequest, ChatResponse, JsonObject } from '../../forms/chat.ts'
import type { UpstreamFailure } from '../../forms/failure.ts'
import { isObject, listOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse, isEndMarker, parseEventData } from '../../translate/response/bad-response.ts'
import { failureOf } from '../../translate/response/failure-of.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { plainText } from '../../translate/text/plain-text.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { ChatOperation, ResponseContext, StreamDecoder } from '../provider.ts'

/** A query to a library is one text. The conversation before it is not read. */
function queryOf({ messages }: ChatRequest): string {
  const request = plainText(messages.at(-1)?.content)
  if (!request) throw unsupported('this provider needs a message with text', 'messages')
  return request
}

type Document = { title: string; url: string }

const documentsIn = (body: JsonObject): Document[] =>
  listOf(body.documents)
    .filter(isObject)
    .map(({ title, url }) => ({ title: textOf(title) ?? textOf(url) ?? '', url: textOf(url) ?? '' }))

/** The documents that a response cites, as a list below its text. */
const referencesOf = (documents: readonly Document[]): string =>
  documents.map(({ title, url }, index) => `${index === 0 ? '\n\n' : '\n'}${index + 1}. [${title}](${url})`).join('')

/** An error has a code number and may have any status. */
export function libraryFailure(body: unknown, status = 200): UpstreamFailure | undefined {
  if (!isObject(body) || (body.success !== false && !body.errCode)) return undefined
  const error = {
    message: textOf(body.message) ?? 'the provider failed without a message',
    code: `aiproxy_${Number(body.errCode) || 0}`,
  }
  return failureOf(status >= 400 ? status : 500, { error })
}

function response(body: unknown, facts: ResponseContext): ChatResponse {
  const failure = libraryFailure(body)
  if (failure) throw failure
  const text = isObject(body) ? textOf(body.answer) : undefined
  if (!isObject(body) || text === undefined) throw badResponse()
  const content = text + referencesOf(documentsIn(body))
  return {
    id: facts.id,
    created: facts.now,
    model: facts.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }
}

/** Documents may come with any event. They are listed below the whole text. */
function stream(facts: ResponseContext): StreamDecoder {
  let documents: Document[] = []
  let isOver = false
  const chunkOf = (content: string, finish_reason: 'stop' | null): ChatChunk => ({
    id: facts.id,
    created: facts.now,
    model: facts.model,
    choices: [{ index: 0, delta: content === '' ? {} : { content }, finish_reason }],
  })
  return {
    push({ data }) {
      if (isOver || isEndMarker(data)) return []
      const body = parseEventData(data)
      const failure = libraryFailure(body)
      if (failure) throw failure
      if (!isObject(body)) return []
      const named = documentsIn(body)
      if (named.length > 0) documents = named
      isOver = body.finish === true
      const content = textOf(body.content)
      const chunks = content === undefined ? [] : [chunkOf(content, null)]
      if (!isOver) return chunks
      const references = referencesOf(documents)
      return [...chunks, ...(references === '' ? [] : [chunkOf(references, null)]), chunkOf('', 'stop')]
    },
    end() {
      if (!isOver) throw incompleteResponse()
      return []
    },
  }
}

/** Chat with a library of documents, which the channel names. */
export const libraryChat: ChatOperation = {
  request: (request, target) => ({
    method: 'POST',
    ...bearerEndpoint(target, '/api/library/ask'),
    body: { model: target.model, query: queryOf(request), libraryId: target.other, stream: request.stream === true },
  }),
  response,
  stream,
}
