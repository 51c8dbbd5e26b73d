import { request } from 'node:http'
import type { TestContext } from 'node:test'
import { type MockUpstream, type MockUpstreamOptions, startMockUpstream } from './server.ts'

export const bearer = { authorization: 'Bearer sk-test' }
export const claudeKey = { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' }
export const googleKey = { 'x-goog-api-key': 'AIza-test' }

/** A server that ends with its test. */
export async function upstreamFor(t: TestContext, options?: MockUpstreamOptions): Promise<MockUpstream> {
  const upstream = await startMockUpstream(options)
  t.after(() => upstream.stop())
  return upstream
}

export const post = (
  url: string,
  body: unknown,
  headers: Record<string, string> = bearer,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
    signal,
  })

/** Parsed JSON, as loosely typed as by JSON.parse. Types of a dozen vendors would say less than the assertions do. */
export type Loose = ReturnType<typeof JSON.parse>

export async function postJson(
  url: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<{ status: number; body: Loose }> {
  const response = await post(url, body, headers)
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** The events of a stream; data that is JSON is parsed. */
export async function events(
  url: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<{ event?: string; data: Loose }[]> {
  return eventsIn(await (await post(url, body, headers)).text())
}

export const eventsIn = (text: string): { event?: string; data: Loose }[] =>
  text
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/).filter((line) => !line.startsWith(':')))
    .filter((lines) => lines.some(Boolean))
    .map((lines) => {
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data') ?? ''
      return { event: field('event'), data: data.startsWith('{') ? parsed(data) : data }
    })

export function parsed(data: string): Loose {
  try {
    return JSON.parse(data)
  } catch {
    return data
  }
}

export const lines = (text: string): Loose[] => text.trim().split('\n').map(parsed)

/** The text of a chat stream in OpenAI's format, from any vendor. */
export const spoken = (list: { data: Loose }[]): string =>
  list.map(({ data }) => data.choices?.[0]?.delta?.content ?? '').join('')

export type RawResponse = {
  status: number
  headers: Record<string, unknown>
  pieces: Buffer[]
  informational: number[]
}

/** Below fetch: every piece as it arrived, without decoding, and the informational statuses before the response. */
export const postRaw = (url: string, body: unknown, headers: Record<string, string> = bearer): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const informational: number[] = []
    const outgoing = request(
      url,
      { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, pieces, informational }),
        )
      },
    )
    outgoing.on('information', ({ statusCode }) => informational.push(statusCode))
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
