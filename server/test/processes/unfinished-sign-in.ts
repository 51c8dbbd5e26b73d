import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connectTo } from '../harness/raw-http.ts'

/** What root sends to sign in on a new installation. */
export const rootSignIn = JSON.stringify({ username: 'root', password: '123456' })

/** A sign-in whose head has certainly arrived and whose body has not. */
export async function beginSignIn({ url }: { url: string }): Promise<Socket> {
  const socket = connectTo(url)
  const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${rootSignIn.length}\r\nExpect: 100-continue`
  socket.write(`POST /api/user/login HTTP/1.1\r\n${head}\r\n\r\n`)
  const [continued] = await once(socket, 'data')
  assert.match(String(continued), /^HTTP\/1\.1 100 /)
  return socket
}

export async function refusesConnections({ url }: { url: string }): Promise<boolean> {
  const socket = connectTo(url)
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => false),
    once(socket, 'error').then(() => true),
  ]).catch(() => true)
  socket.destroy()
  return outcome
}
