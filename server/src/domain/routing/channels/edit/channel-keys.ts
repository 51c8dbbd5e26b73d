import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import type { KeyAddress } from '@turnpike/contract/routing/key-host'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import { checkKeyHost } from './check-address.ts'
import { isObject, parsedJson } from './json-text.ts'

const keysAtOnceMax = 1000
/** In a shorter key, the seven characters of a hint would be most of the key. */
const hintedLengthMin = 16

const isDocument = (type: number) => isChannelType(type) && channelTypes[type].keyIsDocument === true

export const mayLackKey = (type: number): boolean => isChannelType(type) && channelTypes[type].keyOptional === true

/**
 * The keys in a text: one per line, each once; the whole text where a key is a JSON document. One empty key where the
 * upstream may need none.
 */
export function keysIn(type: number, text: string): string[] {
  const keys = isDocument(type) ? [text.trim()] : text.split(/\r?\n/).map((line) => line.trim())
  const unique = [...new Set(keys)].filter(Boolean)
  if (unique.length === 0 && mayLackKey(type)) return ['']
  if (unique.length === 0) throw new AppError('channel_key_missing')
  if (unique.length > keysAtOnceMax) throw new AppError('channel_keys_many', { params: { maximum: keysAtOnceMax } })
  return unique.map((key) => checkKey(type, key))
}

/** Checks the one key of a channel. A key that is no document is sent in a header. */
export function checkKey(type: number, text: string): string {
  const key = text.trim()
  if (key === '' && mayLackKey(type)) return key
  if (!isDocument(type) && !/^[\x20-\x7e]+$/.test(key)) throw new AppError('channel_key_invalid')
  return key
}

/** A key as it is stored. */
export const sealedKey = (vault: Vault, key: string) => ({
  key_cipher: vault.encrypt(key, 'channel key'),
  key_hash: vault.hash(key, 'channel key'),
})

type Stored = KeyAddress & { key_cipher: string }

/** Checks a change that keeps the stored key: it stays with its host, and an empty one with types that need none. */
export function checkKeptKey(vault: Vault, saved: Stored, wanted: KeyAddress): void {
  if (!isEmptyKey(vault, saved.key_cipher)) checkKeyHost(saved, wanted)
  else if (!mayLackKey(wanted.type)) throw new AppError('channel_key_missing')
}

/** A key that cannot be decrypted is not empty. */
function isEmptyKey(vault: Vault, cipher: string): boolean {
  try {
    return vault.decrypt(cipher, 'channel key') === ''
  } catch {
    return false
  }
}

/** A hint to recognise a key by: its first and last characters, or the type of its document. */
export function keyHint(vault: Vault, { type, key_cipher }: { type: number; key_cipher: string }): string {
  const key = openedKey(vault, key_cipher)
  if (isDocument(type)) {
    const document = parsedJson(key)
    const kind = isObject(document) ? document.type : undefined
    return typeof kind === 'string' && /^\w{1,32}$/.test(kind) ? kind : ''
  }
  return key.length < hintedLengthMin ? '' : `${key.slice(0, 3)}…${key.slice(-4)}`
}

/** A key encrypted under a lost secret reads as empty, so that the channel can still be shown and given a new key. */
function openedKey(vault: Vault, cipher: string): string {
  try {
    return vault.decrypt(cipher, 'channel key')
  } catch {
    return ''
  }
}
