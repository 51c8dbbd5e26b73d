import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Secrets at rest. Those that must be read again (relay keys, channel keys, secret options, unused codes) are encrypted
 * with AES-256-GCM; those that are only looked up or compared are keyed hashes. Every purpose has its own derived key,
 * so that a value copied from one column is invalid in another.
 */
export type Vault = {
  encrypt(text: string, purpose: Purpose): string
  decrypt(cipher: string, purpose: Purpose): string
  encryptBytes(bytes: Uint8Array, purpose: Purpose): Buffer
  decryptBytes(sealed: Uint8Array, purpose: Purpose): Buffer
  /** Keyed hash, to look a secret up by or to store a value that is never read again. */
  hash(text: string, purpose: Purpose): string
}

export type Purpose =
  | 'token key'
  | 'share link'
  | 'organisation invitation'
  | 'channel key'
  | 'channel header'
  | 'redemption code'
  | 'option'
  | 'session'
  | 'access token'
  | 'one-time value'
  | 'identity'
  | 'second factor'
  | 'recovery code'
  | 'oidc client'
  | 'notification'
  | 'stored reply'
  | 'channel change'
  | 'imported row'
  | 'prompt record'
  | 'config file'
  | 'proxy'
  | 'payer'
  | 'payout account'

const version = 'v1'
const ivBytes = 12
const tagBytes = 16

/** `sessionSecret` only salts sessions: changing it ends every session and affects no other secret. */
export function openVault(secretKey: Buffer, sessionSecret = ''): Vault {
  const keys = new Map<string, Buffer>()
  const keyFor = (use: 'cipher' | 'hash', purpose: Purpose) => {
    const name = `turnpike ${version} ${use} ${purpose}`
    let key = keys.get(name)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', secretKey, purpose === 'session' ? sessionSecret : '', name, 32))
      keys.set(name, key)
    }
    return key
  }
  const encryptBytes: Vault['encryptBytes'] = (bytes, purpose) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', keyFor('cipher', purpose), iv)
    return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const decryptBytes: Vault['decryptBytes'] = (sealed, purpose) => {
    if (sealed.length < ivBytes + tagBytes) throw new Error(`not a sealed ${purpose}`)
    const decipher = createDecipheriv('aes-256-gcm', keyFor('cipher', purpose), sealed.subarray(0, ivBytes))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()])
  }
  return {
    encryptBytes,
    decryptBytes,
    encrypt: (text, purpose) => `${version}.${encryptBytes(Buffer.from(text), purpose).toString('base64url')}`,
    decrypt(text, purpose) {
      const [stored, body] = text.split('.')
      if (stored !== version) throw new Error(`not a sealed ${purpose}`)
      return decryptBytes(Buffer.from(body ?? '', 'base64url'), purpose).toString('utf8')
    },
    hash: (text, purpose) => createHmac('sha256', keyFor('hash', purpose)).update(text).digest('base64url'),
  }
}

/** Compares two secrets in constant time. */
export function sameSecret(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
