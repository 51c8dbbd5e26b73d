import type { TelegramProfile } from '@turnpike/contract/identity/oauth'

export const telegramOrigin = 'https://oauth.telegram.org'

/** The widget's page for our bot. It works only on origins that the bot's owner registered with Telegram. */
export function telegramFrameAddress(bot: string, page: { origin: string; href: string }, language: string): string {
  const query = new URLSearchParams({ origin: page.origin, return_to: page.href, size: 'large', lang: language })
  return `${telegramOrigin}/embed/${encodeURIComponent(bot)}?${query}`
}

type FrameMessage =
  | { event: 'auth_user'; profile: TelegramProfile }
  | { event: 'resize'; width: number; height: number }

/** Parses a message of the widget's frame; undefined for messages that are not used. */
export function readTelegramMessage(data: unknown): FrameMessage | undefined {
  const message = parseObject(data)
  if (message?.event === 'resize')
    return { event: 'resize', width: Number(message.width) || 0, height: Number(message.height) || 0 }
  // `init` announces an earlier consent when the frame opens; only a click in this dialog signs in.
  if (message?.event !== 'auth_user' || message.init || !isRecord(message.auth_data)) return undefined
  const fields = Object.entries(message.auth_data).filter(([, value]) => value !== null && value !== undefined)
  // The server checks the members; the signature needs each value as the text it was signed as.
  const profile = Object.fromEntries(fields.map(([name, value]) => [name, String(value)])) as TelegramProfile
  return { event: 'auth_user', profile }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parseObject(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(data)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
