import { invalidKey } from '../../translate/answer/bad-channel.ts'

/** A bearer key of the current service, with an application to bill, or the two parts of a key of the older service. */
export type BaiduKey =
  | { version: 2; bearer: string; appId: string | undefined }
  | { version: 1; id: string; secret: string }

export function readKey(key: string): BaiduKey {
  const [first = '', second, ...more] = key.split('|').map((part) => part.trim())
  if (more.length === 0 && second !== '') {
    if (first.startsWith('bce-v3/')) return { version: 2, bearer: first, appId: second }
    if (first !== '' && second !== undefined) return { version: 1, id: first, secret: second }
  }
  throw invalidKey('bce-v3/…, bce-v3/…|AppId or APIKey|SecretKey')
}
