import { invalidKey } from '../../translate/response/bad-channel.ts'

/** A key of the current service, with an application to bill. */
export type BearerKey = { bearer: string; appId: string | undefined }
/** A key of the older service, which is exchanged for a token. */
export type KeyPair = { id: string; secret: string }

const unknownForm = () => invalidKey('bce-v3/…, bce-v3/…|AppId or APIKey|SecretKey')

export function readKey(key: string): BearerKey | KeyPair {
  const [first = '', second, ...more] = key.split('|').map((part) => part.trim())
  if (more.length > 0 || second === '') throw unknownForm()
  if (first.startsWith('bce-v3/')) return { bearer: first, appId: second }
  if (first === '' || second === undefined) throw unknownForm()
  return { id: first, secret: second }
}

export function readBearerKey(key: string): BearerKey {
  const read = readKey(key)
  if ('id' in read) throw unknownForm()
  return read
}

export function readKeyPair(key: string): KeyPair {
  const read = readKey(key)
  if ('bearer' in read) throw unknownForm()
  return read
}
