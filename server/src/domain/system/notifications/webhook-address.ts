import type { WebhookKind } from '@turnpike/contract/system/notification'

/** The address for a bot's key: users copy either the key or the whole address from the bot. */
const addresses: Record<WebhookKind, (key: string) => string> = {
  none: () => '',
  wxpusher: () => 'https://wxpusher.zjiecode.com/api/send/message/simple-push',
  wecom: (key) => `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?${new URLSearchParams({ key })}`,
  dingtalk: (key) => `https://oapi.dingtalk.com/robot/send?${new URLSearchParams({ access_token: key })}`,
  generic: (address) => address,
}
const keyPattern = /^[\w-]{8,128}$/

/** The address to call; undefined when the text is neither a key nor an address. */
export function webhookAddress(kind: WebhookKind, written: string): string | undefined {
  const isBot = kind === 'wecom' || kind === 'dingtalk'
  if (kind === 'wxpusher' && written === '') return addresses.wxpusher('')
  const address = isBot && keyPattern.test(written) ? addresses[kind](written) : written
  const url = URL.parse(address)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && !url.username && !url.password ? url.href : undefined
}

/** Enough to recognise an address, not to use it: most webhook addresses are secrets. */
export function addressHint(address: string): string {
  const url = URL.parse(address)
  if (!url) return ''
  const rest = url.pathname + url.search
  return rest.length > 12 ? `${url.host}/…${rest.slice(-4)}` : url.host
}
