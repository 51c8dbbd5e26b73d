import type { WebhookKind } from '@turnpike/contract/notification'

/** What people copy from a group's bot is either its key or the whole address that contains it. */
const homes: Record<WebhookKind, (key: string) => string> = {
  none: () => '',
  wxpusher: () => 'https://wxpusher.zjiecode.com/api/send/message/simple-push',
  wecom: (key) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?${new URLSearchParams({ key })}`,
  dingtalk: (key) => `https://oapi.dingtalk.com/robot/send?${new URLSearchParams({ access_token: key })}`,
  generic: (address) => address,
}
const keyPattern = /^[\w-]{8,128}$/

/** The address to call; undefined when this can be neither a key nor an address. */
export function webhookAddress(kind: WebhookKind, written: string): string | undefined {
  const isBot = kind === 'wecom' || kind === 'dingtalk'
  if (kind === 'wxpusher' && written === '') return homes.wxpusher('')
  const address = isBot && keyPattern.test(written) ? homes[kind](written) : written
  const url = URL.parse(address)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && !url.username && !url.password ? url.href : undefined
}

/** Enough to recognise an address by, not to use it: most of them are secrets. */
export function addressHint(address: string): string {
  const url = URL.parse(address)
  if (!url) return ''
  const rest = url.pathname + url.search
  return rest.length > 12 ? `${url.host}/…${rest.slice(-4)}` : url.host
}
