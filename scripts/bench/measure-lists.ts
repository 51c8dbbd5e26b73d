import { defaultRoot } from '@turnpike/contract/identity/user'
import { request } from 'undici'
import { type Figure, quantile } from './figure.ts'

const rounds = 60
const warmUp = 10

/** From the first byte of the request to the last byte of the response, one call at a time, compressed as for browsers. */
export async function measureLists(
  url: string,
  database: string,
  lists: Record<string, string>,
  promiseMs: number,
): Promise<Figure[]> {
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

export async function signIn(url: string): Promise<string> {
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
  if (statusCode !== 200 || byteLength === 0)
    throw new Error(`${url} responded with ${statusCode} with ${byteLength} bytes`)
  return took
}

const tenth = (ms: number) => Math.round(ms * 10) / 10
