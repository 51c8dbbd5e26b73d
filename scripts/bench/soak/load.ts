import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { chatCall, streamCall } from '../relay/calls.ts'
import type { Call, Target } from '../relay/load.ts'

/** The results of the load so far. */
export type Tally = { calls: number; streams: number; openStreams: number; errors: Map<string, number> }

export type Load = {
  tally: Tally
  /** The durations of the calls since the last call of this function, in ms. */
  takeTimes(): number[]
  /** Ends the load; resolves when every call and stream has ended. */
  stop(): Promise<void>
}

const deadlineMs = 120_000

/** Calls at a steady rate, whether or not earlier ones have finished, and a fixed number of open streams. */
export function startLoad(target: Target, rate: number, streamCount: number, streamMs: number): Load {
  const agent = new Agent({ pipelining: 1, headersTimeout: deadlineMs, bodyTimeout: deadlineMs })
  const tally: Tally = { calls: 0, streams: 0, openStreams: 0, errors: new Map() }
  const running = new Set<Promise<void>>()
  let times: number[] = []
  let isStopping = false
  let serial = 0

  const send = async ({ path, body }: Call, isWhole: (text: string) => boolean) => {
    const user = target.headers[serial++ % target.headers.length]
    const headers = { 'content-type': 'application/json', ...user }
    const response = await request(target.url + path, { method: 'POST', dispatcher: agent, headers, body })
    const text = await response.body.text()
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${codeIn(text)}`)
    if (!isWhole(text)) throw new Error('an incomplete response')
  }
  const noteError = (kind: string) => (error: unknown) => {
    const name = `${kind}: ${(error as Error).message}`
    tally.errors.set(name, (tally.errors.get(name) ?? 0) + 1)
  }
  const track = (work: Promise<void>) => {
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  const wholeCall = chatCall()
  const call = async () => {
    const begin = performance.now()
    await send(wholeCall, (text) => text.includes('"usage"'))
    times.push(performance.now() - begin)
    tally.calls++
  }
  const begunAt = performance.now()
  let begun = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - begunAt) / 1000) * rate)
    while (begun < due) {
      begun++
      track(call().catch(noteError('call')))
    }
  }, 5)

  const keepStreaming = async (index: number) => {
    await pause((streamMs * index) / streamCount) // they begin and end evenly
    while (!isStopping) {
      tally.openStreams++
      await send(streamCall, (text) => text.includes('[DONE]')).then(() => void tally.streams++, noteError('stream'))
      tally.openStreams--
    }
  }
  for (let index = 0; index < streamCount; index++) track(keepStreaming(index))

  return {
    tally,
    takeTimes() {
      const taken = times
      times = []
      return taken
    },
    async stop() {
      isStopping = true
      clearInterval(timer)
      while (running.size > 0) await Promise.all(running)
      await agent.close()
    },
  }
}

/** Errors are counted by their code: their messages name the request. */
function codeIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: unknown } }
    return String(error?.code ?? '')
  } catch {
    return ''
  }
}
