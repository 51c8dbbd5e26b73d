import type { LightSignal } from '../../light/light-abort-signal.ts'
import type { OpenedCall } from '../call/open-call.ts'
import { readJson } from '../call/read-response.ts'
import { type SendDeps, send } from '../call/send.ts'
import type { ChatMessage, ChatRequest, ContentPart } from '../forms/chat.ts'
import { withHeadersOf } from '../overrides/override-call.ts'
import type { UploadOperation } from '../providers/provider.ts'
import type { Channel, Upstream } from '../routing/channel.ts'
import { inlineMediaOf, withData } from './media-parts.ts'

/** Uploads every inline file of the request, one after the other, and replaces it by the upstream's address. */
export async function uploadMedia(
  request: ChatRequest,
  upload: UploadOperation,
  upstream: Upstream,
  { channel, call, attempts, gone }: Pick<OpenedCall, 'call' | 'attempts'> & { channel: Channel; gone: LightSignal },
  deps: SendDeps,
): Promise<ChatRequest> {
  const put = async (part: ContentPart): Promise<ContentPart> => {
    const file = inlineMediaOf(part)
    if (!file) return part
    const uploading = withHeadersOf(channel, upload.request(file, request, upstream.target), call.clientHeaders)
    const response = await send(uploading, upstream, gone, deps, { call, attempts })
    return withData(part, upload.response(await readJson(response)))
  }
  const messages: ChatMessage[] = []
  for (const message of request.messages) {
    if (!Array.isArray(message.content)) {
      messages.push(message)
      continue
    }
    const content: ContentPart[] = []
    for (const part of message.content) content.push(await put(part))
    messages.push({ ...message, content })
  }
  return { ...request, messages }
}
