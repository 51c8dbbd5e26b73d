import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { freePort } from './free-port.ts'

/** The address from which upstreams see the connections of these proxies. */
export const proxiesAddress = '127.0.0.2'
export const credentials = { username: 'ann', password: 'open-sesame' }
const signIn = `${credentials.username}:${credentials.password}`

export type RealProxy = {
  /** The address with the right user name and password, in every protocol that it speaks. */
  addresses: string[]
  port: number
  stop(): Promise<void>
}

/** An HTTP proxy that wants a password, as Debian has it. */
export async function startTinyproxy(): Promise<RealProxy> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-tinyproxy-'))
  const settings = {
    Port: port,
    Listen: '127.0.0.1',
    Bind: proxiesAddress,
    Timeout: 600,
    MaxClients: 100,
    LogLevel: 'Error',
    BasicAuth: `${credentials.username} ${credentials.password}`,
  }
  const file = join(folder, 'tinyproxy.conf')
  await writeFile(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  )
  const stop = await started(spawn('tinyproxy', ['-d', '-c', file], { stdio: 'ignore' }), port)
  return {
    addresses: [`http://${signIn}@127.0.0.1:${port}`],
    port,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A SOCKS5 proxy that wants a password, as Debian has it. */
export async function startMicrosocks(): Promise<RealProxy> {
  const port = await freePort()
  const { username, password } = credentials
  const settings = ['-i', '127.0.0.1', '-p', String(port), '-b', proxiesAddress, '-u', username, '-P', password]
  const stop = await started(spawn('microsocks', settings, { stdio: 'ignore' }), port)
  return { addresses: ['socks5', 'socks5h'].map((protocol) => `${protocol}://${signIn}@127.0.0.1:${port}`), port, stop }
}

/** Waits until the proxy listens. Returns what ends it. */
async function started(child: ChildProcess, port: number): Promise<() => Promise<void>> {
  const exit = once(child, 'exit')
  await eventually('the proxy listens', async () => {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    return isOpen
  })
  return async () => {
    child.kill('SIGTERM')
    await exit
  }
}
