import { createHmac } from 'node:crypto'
import { invalidKey } from '../../translate/response/bad-channel.ts'

const dayMs = 24 * 60 * 60 * 1000

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token that is good for a day, signed with the second half of the key. Its times are milliseconds. */
export function signToken(key: string, nowMs: number): string {
  const [id, secret, ...more] = key.split('.')
  if (!id || !secret || more.length > 0) throw invalidKey('id.secret')
  const head = encoded({ alg: 'HS256', sign_type: 'SIGN' })
  const payload = encoded({ api_key: id, exp: nowMs + dayMs, timestamp: nowMs })
  const signature = createHmac('sha256', secret).update(`${head}.${payload}`).digest('base64url')
  return `${head}.${payload}.${signature}`
}
