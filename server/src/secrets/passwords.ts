import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isBcrypt, verifyBcrypt } from './bcrypt.ts'

const derive = promisify(argon2)

const cost = { memory: 19_456, passes: 2, parallelism: 1 } // KiB, rounds, lanes
const tagLength = 32
const hashesAtOnce = 4

/** Argon2id in the usual text form: $argon2id$v=19$m=…,t=…,p=…$salt$hash */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await withSlot(() => derive('argon2id', { message: password, nonce, tagLength, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/**
 * `stale`: the password is right but hashed with older parameters, or by the server that the account was imported from, so
 * the caller should hash it again.
 */
export async function verifyPassword(password: string, stored: string): Promise<{ ok: boolean; stale: boolean }> {
  if (isBcrypt(stored)) return { ok: await withSlot(() => verifyBcrypt(password, stored)), stale: true }
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored)
  if (!parts) {
    await spendPasswordTime(password) // an account without a password must not be recognised by a faster response
    return { ok: false, stale: false }
  }
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number]
  const nonce = Buffer.from(parts[4] ?? '', 'base64')
  const expected = Buffer.from(parts[5] ?? '', 'base64')
  const options = { message: password, nonce, tagLength: expected.length, memory, passes, parallelism }
  const tag = await withSlot(() => derive('argon2id', options))
  const stale = memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
  return { ok: timingSafeEqual(tag, expected), stale }
}

/** Takes as long as a real check, so that an unknown user name looks like a wrong password. */
export async function spendPasswordTime(password: string): Promise<void> {
  await hashPassword(password)
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

// Each hash takes 19 MiB and a core: a flood of sign-ins must queue instead of exhausting the machine.
let running = 0
const waiting: (() => void)[] = []

async function withSlot<Value>(work: () => Promise<Value>): Promise<Value> {
  if (running < hashesAtOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next)
      next() // the waiting hash takes over this slot; freeing the slot first would let a new one overtake it
    else running--
  }
}
