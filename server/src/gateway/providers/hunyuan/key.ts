import { invalidKey } from '../../translate/response/bad-channel.ts'

/** A key that signs requests. Its application id is never sent. */
export type SigningKey = { secretId: string; secretKey: string }
export type HunyuanKey = SigningKey | { bearer: string }

const unknownForm = () => invalidKey('sk-… or AppId|SecretId|SecretKey')

export function readKey(key: string): HunyuanKey {
  const parts = key.split('|').map((part) => part.trim())
  const [first = '', secretId = '', secretKey = ''] = parts
  if (parts.length === 1 && first !== '') return { bearer: first }
  if (parts.length === 3 && secretId !== '' && secretKey !== '') return { secretId, secretKey }
  throw unknownForm()
}

export function readSigningKey(key: string): SigningKey {
  const read = readKey(key)
  if ('bearer' in read) throw unknownForm()
  return read
}
