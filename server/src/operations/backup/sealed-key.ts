import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'

/** 128 MB and some tenths of a second for each guess. */
const cost = { N: 2 ** 17, r: 8, p: 1 }
const bytes = { salt: 16, iv: 12, key: 32 }

const sealedKey = z.object({
  format: z.literal('turnpike secret key, scrypt, aes-256-gcm'),
  // Bounded: a tampered file must not exhaust the memory.
  cost: z.object({
    N: z
      .int()
      .min(2)
      .max(2 ** 20),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(4),
  }),
  salt: z.base64url(),
  iv: z.base64url(),
  cipher: z.base64url(),
  tag: z.base64url(),
})

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
const keyFor = (passphrase: string, salt: Buffer, { N, r, p }: typeof cost) =>
  derive(passphrase.normalize('NFC'), salt, bytes.key, { N, r, p, maxmem: 256 * N * r })

/** The secret key as a text that only the passphrase opens. */
export async function sealKey(secretKey: Buffer, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(bytes.salt), randomBytes(bytes.iv)]
  const cipher = createCipheriv('aes-256-gcm', await keyFor(passphrase, salt, cost), iv)
  const sealed = Buffer.concat([cipher.update(secretKey), cipher.final()])
  const text: z.infer<typeof sealedKey> = {
    format: 'turnpike secret key, scrypt, aes-256-gcm',
    cost,
    salt: salt.toString('base64url'),
    iv: iv.toString('base64url'),
    cipher: sealed.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
  }
  return `${JSON.stringify(text, undefined, 2)}\n`
}

export async function unsealKey(text: string, passphrase: string): Promise<Buffer> {
  const sealed = sealedKey.parse(JSON.parse(text))
  const [salt, iv, cipher, tag] = [sealed.salt, sealed.iv, sealed.cipher, sealed.tag].map((part) =>
    Buffer.from(part, 'base64url'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(passphrase, salt, sealed.cost), iv)
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(cipher), decipher.final()])
  } catch {
    throw new Refusal('The passphrase does not open the secret key of this backup.')
  }
}
