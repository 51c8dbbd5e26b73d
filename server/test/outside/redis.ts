import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

export type RedisServer = { url: string; port: number; stop(): Promise<void> }

/** A real Redis on loopback that keeps nothing. Given a port, one that comes back where another one was. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const chosen = port ?? (await freePort())
  const settings = { port: chosen, bind: '127.0.0.1', save: '', appendonly: 'no' }
  const child = spawn(
    'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const exit = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout }))
    if (line.includes('Ready to accept connections')) break
  child.stdout.resume()
  return {
    url: `redis://127.0.0.1:${chosen}`,
    port: chosen,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}
