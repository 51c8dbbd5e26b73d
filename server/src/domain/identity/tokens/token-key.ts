import { randomInt } from 'node:crypto'
import type { Vault } from '../../../secrets/vault.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyLength = 48

/** A random key without the `sk-` prefix of clients; every letter is equally likely. */
const newKey = () => Array.from({ length: keyLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A new key as stored: encrypted for its owner to read, and hashed for the relay to find. */
export function newSealedKey(vault: Vault) {
  const key = newKey()
  return { key_cipher: vault.encrypt(key, 'token key'), key_hash: vault.hash(key, 'token key') }
}
