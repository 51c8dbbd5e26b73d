import { readConfig } from '../../server/src/config.ts'
import { migrate } from '../../server/src/store/migrate.ts'
import { type OpenStore, openStore } from '../../server/src/store/store.ts'

/** Opens the database that a server with this data folder and environment would use. */
export async function openData(dataDir: string, env: Record<string, string> = {}): Promise<OpenStore> {
  const config = readConfig({ DATA_DIR: dataDir, ...env })
  const open = await openStore({ main: config.database, synchronous: 'FULL', poolSize: 4 })
  await migrate(open)
  return open
}
