import type { TestEvent } from 'node:test/reporters'

const silenceMs = 10 * 60_000

/**
 * Passes the events of a test process on. When none has come for ten minutes, a test waits for what never happens: the
 * process is stopped, and the error names the test.
 */
export async function* stopWhenSilent(events: AsyncIterable<TestEvent>, stop: AbortController) {
  const running = new Set<string>()
  const giveUp = () => {
    const names = [...running].join(', ')
    stop.abort(new Error(`No test has begun or ended for ${silenceMs / 60_000} minutes. Running: ${names}`))
  }
  let timer = setTimeout(giveUp, silenceMs)
  for await (const event of events) {
    clearTimeout(timer)
    timer = setTimeout(giveUp, silenceMs)
    if (event.type === 'test:dequeue') running.add(event.data.name)
    if (event.type === 'test:complete') running.delete(event.data.name)
    yield event
  }
  clearTimeout(timer)
}
