import { invalidKey } from '../../translate/answer/bad-channel.ts'

/** A bearer key, or the parts of one that signs. The application of a signing key is never sent. */
export type HunyuanKey = { bearer: string } | { secretId: string; secretKey: string }

export function readKey(key: string): HunyuanKey {
  const parts = key.split('|').map((part) => part.trim())
  const [first = '', secretId = '', secretKey = ''] = parts
  if (parts.length === 1 && first !== '') return { bearer: first }
  if (parts.length === 3 && secretId !== '' && secretKey !== '') return { secretId, secretKey }
  throw invalidKey('sk-… or AppId|SecretId|SecretKey')
}
