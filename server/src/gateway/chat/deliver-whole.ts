import type { FastifyReply } from 'fastify'
import type { Usage } from '../../domain/money/pricing/usage.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { parseBytes } from '../call/read-response.ts'
import type { RequestContext } from '../dialects/dialect.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { ChatResponse } from '../forms/chat.ts'
import type { Channel } from '../routing/channel.ts'
import { objectOf } from '../translate/json/json-values.ts'
import { openAiUsage } from '../translate/response/openai-usage.ts'
import { chunksOfResponse } from '../translate/response/response-chunks.ts'
import type { WholeChat } from './attempt-chat.ts'
import type { ClientStream } from './client-stream.ts'
import { requestContextOf } from './conversation.ts'
import type { IncomingChat } from './incoming-chat.ts'
import { settleChat } from './settle.ts'

type Delivery = OpenedCall &
  WholeChat & { incoming: IncomingChat; channel: Channel; reply: FastifyReply; client: ClientStream }

export async function deliverWhole(delivery: Delivery, deps: RelayDeps): Promise<void> {
  const { call, incoming, conversation, bytes, response, reply, client } = delivery
  reply.request.runningCall?.add(bytes.length)
  const { usage } = await settleChat({ ...delivery, end: 'done' }, deps)
  if (conversation.passesBytes && !incoming.isStream) {
    const lacksUsage = !response.usage && incoming.dialect.chunkObject !== undefined
    reply.type('application/json').send(lacksUsage ? withUsage(bytes, usage) : bytes)
    return
  }
  const requestContext = requestContextOf(incoming, call.request_id, deps.clock(), call.promptTokens)
  const complete: ChatResponse = { ...response, usage: response.usage ?? usage }
  if (incoming.isStream) sendAsStream(client, complete, incoming, requestContext)
  else reply.type('application/json').send(JSON.stringify(incoming.dialect.response(complete, requestContext)))
}

/** Clients add up usage, so our own count is added if the upstream reports none. */
const withUsage = (bytes: Buffer, usage: Usage): string =>
  JSON.stringify({ ...objectOf(parseBytes(bytes)), usage: openAiUsage(usage) })

/** Writes a whole response as a stream, for an upstream that ignored the request for one. */
function sendAsStream(
  client: ClientStream,
  response: ChatResponse,
  incoming: IncomingChat,
  requestContext: RequestContext,
): void {
  const encoder = incoming.dialect.stream(requestContext)
  const text = [...chunksOfResponse(response).map((chunk) => encoder.push(chunk)), encoder.end()]
  client.open()
  client.end(text.join(''))
}
