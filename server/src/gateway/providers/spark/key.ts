import { invalidKey } from '../../translate/response/bad-channel.ts'

/** A key that signs WebSockets, or a password for HTTP. */
export type SigningKey = { appId: string; apiSecret: string; apiKey: string }
export type SparkKey = SigningKey | { password: string }

const unknownForm = () => invalidKey('APPID|APISecret|APIKey or APIPassword')

export function readKey(key: string): SparkKey {
  const parts = key.split('|').map((part) => part.trim())
  const [first = '', apiSecret = '', apiKey = ''] = parts
  if (parts.length === 1 && first !== '') return { password: first }
  if (parts.length === 3 && parts.every((part) => part !== '')) return { appId: first, apiSecret, apiKey }
  throw unknownForm()
}

export function readSigningKey(key: string): SigningKey {
  const read = readKey(key)
  if ('password' in read) throw unknownForm()
  return read
}
