import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultRoot } from '@turnpike/contract/user'
import { request } from 'undici'
import type { Figure } from './figure.ts'
import { quantile } from './load.ts'
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
const rounds = 60
const warmUp = 10
const promiseMs = 150

/** From the first byte of the request to the last byte of the response, one call at a time, compressed as for browsers. */
export async function consoleLists(database: string, env: Record<string, string> = {}): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  await seedConsole(folder, env)
  const server = await startServerProcess(folder, { RATE_LIMIT_FACTOR: '1000', ...env })
  try {
    return await measureLists(server.url, database)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measureLists(url: string, database: string): Promise<Figure[]> {
  const cookie = await signIn(url)
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(lists)) {
    const times: number[] = []
    for (let round = 0; round < warmUp + rounds; round++) {
      const took = await timeCall(url + path, cookie)
      if (round >= warmUp) times.push(took)
    }
    const label = `${name} (${database})`
    figures.push(
      { name: `${label}, median`, value: tenth(quantile(times, 0.5)), unit: 'ms', promise: promiseMs },
      { name: `${label}, p95`, value: tenth(quantile(times, 0.95)), unit: 'ms', promise: promiseMs },
    )
  }
  return figures
}

async function signIn(url: string): Promise<string> {
  const { headers, body } = await request(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(defaultRoot),
  })
  await body.dump()
  return String(headers['set-cookie']).split(';')[0] ?? ''
}

async function timeCall(url: string, cookie: string): Promise<number> {
  const begin = performance.now()
  const { statusCode, body } = await request(url, {
    headers: { cookie, 'new-api-user': '1', 'accept-encoding': 'gzip, deflate, br' },
  })
  const { byteLength } = await body.arrayBuffer()
  const took = performance.now() - begin
  if (statusCode !== 200 || byteLength < 200) throw new Error(`${url} answered ${statusCode} with ${byteLength} bytes`)
  return took
}

const tenth = (ms: number) => Math.round(ms * 10) / 10
