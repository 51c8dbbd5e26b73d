import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { request } from 'undici'
import { createRoot } from '../../server/src/domain/system/setup/create-root.ts'
import type { Figure } from './figure.ts'
import { measureLists, signIn } from './measure-lists.ts'
import { type Program, residentMegabytes } from './program.ts'
import { seedLogs } from './seed-logs.ts'
import { openData, startServerProcess } from './server-process.ts'

const promiseMs = 200
const month = () => `start_timestamp=${Math.floor(Date.now() / 1000) - 30 * 86_400}`

const inDays = 'granularity=day&time_zone=Asia/Shanghai'

/** The requests of the log page and the dashboard, over a month of many calls. */
const requests = (): Record<string, string> => ({
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
  'dashboard of everyone by hour, as other clients request it': `/api/data/?${month()}`,
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
      ...(await measureLists(server.url, label, requests(), promiseMs)),
      ...(await exportMemory(server, label, `/api/log/export?format=csv&${month()}`)),
    ]
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

const sampleMs = 100

/** The memory growth of the server while it exports all rows of a month, and the duration. */
async function exportMemory({ url, pid }: Program, label: string, path: string): Promise<Figure[]> {
  const cookie = await signIn(url)
  const before = residentMegabytes(pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid))
  }, sampleMs)
  const begin = performance.now()
  const { statusCode, body } = await request(url + path, { headers: { cookie, 'new-api-user': '1' }, bodyTimeout: 0 })
  if (statusCode !== 200) throw new Error(`the export responded with ${statusCode}`)
  let bytes = 0
  for await (const chunk of body) bytes += chunk.length
  clearInterval(sampling)
  const seconds = (performance.now() - begin) / 1000
  return [
    { name: `export, growth of memory (${label})`, value: Math.round(peak - before), unit: 'MB' },
    { name: `export, size (${label})`, value: Math.round(bytes / 1_000_000), unit: 'MB' },
    { name: `export (${label})`, value: Math.round(seconds), unit: 's' },
  ]
}
