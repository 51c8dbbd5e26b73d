import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Figure } from './figure.ts'
import { measureLists } from './measure-lists.ts'
import { seedConsole } from './seed-console.ts'
import { startServerProcess } from './server-process.ts'

/** The lists that an administrator opens on a large installation. */
const lists: Record<string, string> = {
  'channel list': '/api/channel/?p=3&page_size=100',
  'channel list by id': '/api/channel/?p=3&page_size=100&id_sort=true',
  'channel list in tag mode': '/api/channel/?p=1&page_size=20&tag_mode=true',
  'channel search by keyword': '/api/channel/search?keyword=account%2019&page_size=100',
  'channel search by model and group': '/api/channel/search?model=gpt-4o-mini&group=vip&page_size=100',
  'channel search, every match': '/api/channel/search?model=gpt-4o-mini&group=vip',
  'channel search in tag mode': '/api/channel/search?keyword=account&tag_mode=true&page_size=20',
  'token list': '/api/token/?p=3&size=100',
  'token search by name': '/api/token/search?keyword=99&size=100',
  'token search by key': '/api/token/search?token=abc&size=100',
}
const promiseMs = 150

export async function consoleLists(database: string, env: Record<string, string> = {}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  await seedConsole(folder, env)
  const server = await startServerProcess(folder, { RATE_LIMIT_FACTOR: '1000', ...env })
  try {
    return await measureLists(server.url, database, lists, promiseMs)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}
