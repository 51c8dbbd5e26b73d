import { request } from 'undici'
import type { Figure } from './figure.ts'
import { signIn } from './measure-lists.ts'
import { type Program, residentMegabytes } from './program.ts'

const sampleMs = 100

/** What the server's memory grows by while it exports all rows of a month, and how long that takes. */
export async function exportMemory({ url, pid }: Program, label: string, path: string): Promise<Figure[]> {
  const cookie = await signIn(url)
  const before = residentMegabytes(pid)
  let peak = before
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid))
  }, sampleMs)
  const begin = performance.now()
  const { statusCode, body } = await request(url + path, { headers: { cookie, 'new-api-user': '1' }, bodyTimeout: 0 })
  if (statusCode !== 200) throw new Error(`the export answered ${statusCode}`)
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
