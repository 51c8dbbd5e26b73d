import { createHmac } from 'node:crypto'
import type { WebhookKind } from '@turnpike/contract/system/notification'

export type Notice = { event: string; title: string; text: string; link: string; at: number }
export type Webhook = { kind: WebhookKind; address: string; secret: string; mention: string }
export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

const wxpusherSummaryMax = 20
const wxpusherText = 1 // contentType: plain text

/** A notice in the format of its receiver. Pure: the time comes with the notice. */
export function webhookRequest(webhook: Webhook, notice: Notice): WebhookRequest {
  const { address, secret, mention } = webhook
  const content = contentOf(notice)
  switch (webhook.kind) {
    case 'wxpusher':
      return json(address, { ...wxpusherMessage(notice), spt: secret })
    case 'wecom':
      return json(address, { msgtype: 'text', text: { content, ...(mention && { mentioned_mobile_list: [mention] }) } })
    case 'dingtalk':
      return json(signedForDingtalk(address, secret, notice.at), {
        msgtype: 'text',
        // Without the number in the text the mention is not shown.
        text: { content: mention ? `${content}\n@${mention}` : content },
        at: { atMobiles: mention ? [mention] : [], isAtAll: false },
      })
    default:
      return generic(address, secret, notice)
  }
}

const contentOf = ({ title, text, link }: Notice) => [title, text, link].filter(Boolean).join('\n')

/** The content of a message of WxPusher, without its receiver. */
export const wxpusherMessage = (notice: Notice) => ({
  content: contentOf(notice),
  summary: [...notice.title].slice(0, wxpusherSummaryMax).join(''),
  contentType: wxpusherText,
})

const json = (url: string, body: object): WebhookRequest => ({
  url,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
})

/** A bot with "additional signature" checks the time, in milliseconds, and its signature. */
function signedForDingtalk(address: string, secret: string, at: number): string {
  if (secret === '') return address
  const url = new URL(address)
  const timestamp = String(at * 1000)
  url.searchParams.set('timestamp', timestamp)
  url.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
  return url.href
}

/** A user's own receiver: the plain notice, signed with its time where a secret is set. */
function generic(url: string, secret: string, { event, title, text, link, at }: Notice): WebhookRequest {
  const request = json(url, { event, title, text, link, created_at: at })
  if (secret === '') return request
  const signature = createHmac('sha256', secret).update(`${at}.${request.body}`).digest('hex')
  const signed = { 'x-turnpike-timestamp': String(at), 'x-turnpike-signature': `sha256=${signature}` }
  return { ...request, headers: { ...request.headers, ...signed } }
}

/**
 * These receivers respond with 200 even to a request they refuse; a member of the body says whether they accepted it.
 */
const accepted: Partial<Record<WebhookKind, { member: string; value: number }>> = {
  wxpusher: { member: 'code', value: 1000 },
  wecom: { member: 'errcode', value: 0 },
  dingtalk: { member: 'errcode', value: 0 },
}

export function isAccepted(kind: WebhookKind, status: number, body: string): boolean {
  if (status < 200 || status > 299) return false
  const rule = accepted[kind]
  if (!rule) return true
  try {
    return (JSON.parse(body) as Record<string, unknown> | null)?.[rule.member] === rule.value
  } catch {
    return false
  }
}
