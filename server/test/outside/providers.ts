import { createHash, createHmac } from 'node:crypto'
import { setOptions } from '../harness/accounts.ts'
import type { Client, TestServer } from '../harness/harness.ts'
import { clientCredentials, type IdentityServer, wechatToken } from './identity-server.ts'

export type Responded = {
  status: number
  location: string | null
  success?: boolean
  message?: string
  code?: string
  data?: { id: number; username: string; display_name: string } | string
}

export async function get(client: Client, path: string, query: Record<string, string> = {}, headers = {}) {
  const response = await client.fetch(`${path}?${new URLSearchParams(query)}`, { headers })
  const text = await response.text()
  const result = text.startsWith('{') ? (JSON.parse(text) as object) : {}
  return { status: response.status, location: response.headers.get('location'), ...result } as Responded
}

export const stateOf = async (client: Client, aff?: string) =>
  String((await get(client, '/api/oauth/state', aff ? { aff } : {})).data)

/** The whole round trip of a browser: a state, consent at the provider, and back. */
export async function goThrough(client: Client, provider: 'github' | 'linuxdo', code: string, aff?: string) {
  return get(client, `/api/oauth/${provider}`, { code, state: await stateOf(client, aff) })
}

export const botToken = '123456:telegram-bot-token'

export const everyProvider = (identity: IdentityServer) => ({
  GitHubClientId: clientCredentials.id,
  GitHubClientSecret: clientCredentials.secret,
  GitHubOAuthEnabled: 'true',
  LinuxDOClientId: clientCredentials.id,
  LinuxDOClientSecret: clientCredentials.secret,
  LinuxDOOAuthEnabled: 'true',
  WeChatServerAddress: `${identity.url}/wechat`,
  WeChatServerToken: wechatToken,
  WeChatAuthEnabled: 'true',
  TelegramBotName: 'bot',
  TelegramBotToken: botToken,
  TelegramOAuthEnabled: 'true',
  ServerAddress: 'https://console.example.org',
})

export const switchOn = (server: TestServer, identity: IdentityServer) => setOptions(server, everyProvider(identity))

/** What Telegram's widget would hand over for this person. */
export function telegramSays(profile: Record<string, string>, token = botToken): Record<string, string> {
  const lines = Object.entries(profile).map(([name, value]) => `${name}=${value}`)
  const key = createHash('sha256').update(token).digest()
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
  return { ...profile, hash }
}
