import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { createRoot } from '../../server/src/domain/system/setup/create-root.ts'
import { exportMemory } from './export-memory.ts'
import type { Figure } from './figure.ts'
import { measureLists } from './measure-lists.ts'
import { openData } from './open-data.ts'
import { seedLogs } from './seed-logs.ts'
import { startServerProcess } from './server-process.ts'

const promiseMs = 200
const month = () => `start_timestamp=${Math.floor(Date.now() / 1000) - 30 * 86_400}`

const inDays = 'granularity=day&time_zone=Asia/Shanghai'

/** The questions that the log page and the dashboard ask, over a month of many calls. */
const questions = (): Record<string, string> => ({
  'log of everyone': `/api/log/?p=1&page_size=100&${month()}`,
  'log of everyone, page 90': `/api/log/?p=90&page_size=100&${month()}`,
  'own log of half of all rows': `/api/log/self?p=1&page_size=100&${month()}`,
  'own log, page 90': `/api/log/self?p=90&page_size=100&${month()}`,
  'log of a user with few rows': `/api/log/?p=1&page_size=100&username=bench102&${month()}`,
  'log by model': `/api/log/?p=1&page_size=100&model_name=model-7&${month()}`,
  'log by model, page 50': `/api/log/?p=50&page_size=100&model_name=model-7&${month()}`,
  'log by token': `/api/log/?p=1&page_size=100&token_name=token%201&${month()}`,
  'log by channel': `/api/log/?p=1&page_size=100&channel=33&${month()}`,
  'log by user and model': `/api/log/?p=1&page_size=100&username=bench50&model_name=model-30&${month()}`,
  'log of a model that nobody calls': `/api/log/?p=1&page_size=100&model_name=unknown&${month()}`,
  'failed calls': `/api/log/?p=1&page_size=100&type=5&${month()}`,
  'one request': '/api/log/?p=1&page_size=100&request_id=bench-4243',
  'sums of everyone': `/api/log/stat?${month()}`,
  'own sums': `/api/log/self/stat?${month()}`,
  'sums of a model': `/api/log/stat?model_name=model-7&${month()}`,
  'dashboard of everyone': `/api/data/?${inDays}&${month()}`,
  'dashboard of everyone, sums': `/api/data/summary?${month()}`,
  'dashboard of everyone by hour, as other clients ask': `/api/data/?${month()}`,
  'own dashboard': `/api/data/self?${inDays}&${month()}`,
  'own dashboard, sums': `/api/data/self/summary?${month()}`,
  'dashboard of one user': `/api/data/?username=bench50&${inDays}&${month()}`,
  'top users': `/api/data/users?${month()}`,
  'top channels': `/api/data/channels?${month()}`,
})

export async function usageLog(database: string, env: Record<string, string>, rows: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const open = await openData(folder, env)
  await createRoot(open.store, defaultRoot.password, 1)
  await open.close()
  await seedLogs(folder, env, rows)
  const server = await startServerProcess(folder, { RATE_LIMIT_FACTOR: '1000', ...env })
  try {
    const label = `${database}, ${rows.toLocaleString('en')} rows`
    return [
      ...(await measureLists(server.url, label, questions(), promiseMs)),
      ...(await exportMemory(server, label, `/api/log/export?format=csv&${month()}`)),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}
