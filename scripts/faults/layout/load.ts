import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { type Key, type Layout, model } from './layout.ts'

export type CallOutcome = {
  prompt: string
  status: number
  /** The request id and the reported tokens of a complete response. */
  id?: string
  tokens?: number
  /** The failure or refusal of any other call. */
  reason?: string
}
export const isCompleted = ({ tokens }: CallOutcome) => tokens !== undefined
export const isRefused = ({ status }: CallOutcome) => status === 503
export type Shape = { words: number; wordMs: number; stream: boolean }

export type Load = {
  outcomes: CallOutcome[]
  /** One more call, of this shape, until it is over. */
  call(shape: Shape): Promise<void>
  /** Until so many more calls were refused. */
  untilRefused(count?: number): Promise<void>
  /** Until `seconds` have passed and calls succeed as before. */
  goOn(seconds: number): Promise<void>
  stop(): Promise<CallOutcome[]>
}

const everyMs = 40
const runningMax = 90
const completedToSee = 20

/** Calls at a steady rate, whether or not earlier ones have finished; half of them are streamed. */
export function startLoad({ balancer }: Layout, { secret }: Key, name: string): Load {
  const outcomes: CallOutcome[] = []
  const running = new Set<Promise<void>>()
  let number = 0
  const call = (shape: Shape) => {
    const prompt = `${name} #${++number} at ${shape.wordMs} ms`
    const one = send(balancer.url, secret, prompt, shape).then((outcome) => void outcomes.push(outcome))
    running.add(one)
    void one.finally(() => running.delete(one))
    return one
  }
  const timer = setInterval(() => {
    if (running.size < runningMax) void call({ words: 5 + (number % 20), wordMs: 15, stream: number % 2 === 0 })
  }, everyMs)
  const completed = () => outcomes.filter(isCompleted).length
  const refused = () => outcomes.filter(isRefused).length
  return {
    outcomes,
    call,
    async untilRefused(count = 10) {
      const before = refused()
      await eventually('calls are refused', () => refused() >= before + count)
    },
    async goOn(seconds) {
      const before = completed()
      await pause(seconds * 1000)
      await eventually('calls complete', () => completed() > before + completedToSee)
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      return outcomes
    },
  }
}

async function send(url: string, key: string, prompt: string, { words, stream }: Shape): Promise<CallOutcome> {
  let status = 0
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model,
        messages: [{ role: 'user', content: prompt }],
        max_tokens: words,
        ...(stream && { stream, stream_options: { include_usage: true } }),
      }),
    })
    ;({ status } = response)
    const text = await response.text()
    const id = response.headers.get('x-oneapi-request-id') ?? undefined
    const isWhole = status === 200 && (stream ? text.includes('[DONE]') : text.startsWith('{'))
    const tokens = isWhole ? Number(/"total_tokens":\s*(\d+)/.exec(text)?.[1] ?? Number.NaN) : undefined
    return { prompt, status, ...(id && { id }), ...(isWhole ? { tokens } : { reason: text.slice(-300) }) }
  } catch (error) {
    return { prompt, status, reason: String((error as Error).cause ?? error) }
  }
}
