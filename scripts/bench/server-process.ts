import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../../server/src/config.ts'
import { migrate } from '../../server/src/store/migrate.ts'
import { type OpenStore, openStore } from '../../server/src/store/store.ts'
import { type Program, startProgram } from './program.ts'

const thisTree = join(import.meta.dirname, '..', '..')

/** The server of a source tree as `npm start` runs it, on a free port of loopback, timed until its log line `ready`. */
export async function startServerProcess(
  dataDir: string,
  env: Record<string, string> = {},
  tree = thisTree,
): Promise<Program & { startMs: number }> {
  const [main = ''] = ['main.mjs', 'main.ts'].map((name) => join(tree, 'server', 'src', name)).filter(existsSync)
  const begin = performance.now()
  const server = await startProgram(['--expose-gc', '--max-semi-space-size=16', '--v8-pool-size=2', main], {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    ...env,
  })
  return { ...server, startMs: performance.now() - begin }
}

/** Opens the database that a server with this data folder and environment would use. */
export async function openData(dataDir: string, env: Record<string, string> = {}): Promise<OpenStore> {
  const config = readConfig({ DATA_DIR: dataDir, ...env })
  const open = await openStore({ main: config.database, synchronous: 'FULL', poolSize: 4 })
  await migrate(open)
  return open
}
