import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

export type MariadbServer = { url: string; stop(): Promise<void> }

/** A real MariaDB on loopback, with a database `old` and data that end with it. */
export async function startMariadb(): Promise<MariadbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-mariadb-'))
  const data = join(folder, 'data')
  const own = process.getuid?.() === 0 ? ['--user=root'] : []
  await promisify(execFile)('mariadb-install-db', [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...own,
  ])
  const port = await freePort() // as late as this: something else could take it while the files are made
  const child = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--innodb-flush-log-at-trx-commit=0',
      '--character-set-server=utf8mb4',
      ...own,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const exit = once(child, 'exit')
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line)
    if (line.includes('ready for connections')) break
  }
  if (!lines.at(-1)?.includes('ready for connections')) throw new Error(`MariaDB did not start:\n${lines.join('\n')}`)
  child.stderr.resume()
  return {
    url: `mysql://root@127.0.0.1:${port}/old`,
    async stop() {
      child.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
