import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

export type PgBouncer = {
  /** The address of a database, as the server behind calls it. */
  url(database: string): string
  /** From now on new transactions go to the PostgreSQL at this address. */
  moveTo(server: string): void
  /** Ends it at once, and with it every connection. */
  crash(): Promise<void>
  /** Starts it again where it was. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** As docs/scale.md advises: transaction mode, and a server that is away is noticed within seconds. */
const settings = {
  listen_addr: '127.0.0.1',
  unix_socket_dir: '',
  auth_type: 'trust',
  pool_mode: 'transaction',
  max_client_conn: 1000,
  server_login_retry: 1,
  server_connect_timeout: 2,
  query_wait_timeout: 2,
  log_connections: 0,
  log_disconnections: 0,
}

/** A real PgBouncer on loopback before this PostgreSQL, with so many connections to each database. */
export async function startPgBouncer(server: string, connections = 20): Promise<PgBouncer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-pgbouncer-'))
  chmodSync(folder, 0o755)
  const [users, file] = [join(folder, 'users.txt'), join(folder, 'pgbouncer.ini')]
  const point = (to: string) => {
    const { hostname, port: behind } = new URL(to)
    const values = Object.entries({ ...settings, default_pool_size: connections, auth_file: users, listen_port: port })
    const lines = values.map(([name, value]) => `${name} = ${value}`)
    writeFileSync(file, `[databases]\n* = host=${hostname} port=${behind}\n[pgbouncer]\n${lines.join('\n')}\n`)
  }
  writeFileSync(users, '"postgres" ""\n')
  point(server)
  // Debian keeps it where only root looks for programs. It refuses to run as root.
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
  const launch = async () => {
    const child = spawn('pgbouncer', [file], { ...account(), env, stdio: ['ignore', 'ignore', 'pipe'] })
    const exit = once(child, 'exit')
    for await (const line of createInterface({ input: child.stderr })) if (line.includes('process up')) break
    child.stderr.resume()
    if (child.exitCode !== null) throw new Error('PgBouncer did not start')
    return { child, exit }
  }
  let running = await launch()
  const crash = async () => {
    running.child.kill('SIGKILL')
    await running.exit
  }
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    moveTo(to) {
      point(to)
      running.child.kill('SIGHUP')
    },
    crash,
    async start() {
      running = await launch()
    },
    async stop() {
      await crash()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  if (!entry) throw new Error('PgBouncer does not run as root, and there is no user "nobody" to run it as')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}
