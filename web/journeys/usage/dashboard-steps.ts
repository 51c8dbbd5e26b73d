import type { Page } from 'playwright-core'
import { addToHours } from '../../../server/src/domain/usage/logs/usage-hours.queries.ts'
import { givenPassword, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'

/** Adds the hourly sums of calls of ten models over the last day, and of one on the day before. */
export async function givenHours(server: TestServer, username: string) {
  const user_id = await server.given.user({ username })
  const now = Math.floor(Date.now() / 1000)
  const thisHour = now - (now % 3600)
  const hourOf = (index: number, ago: number) => ({
    hour: thisHour - ago * 3600,
    user_id,
    token_id: 1,
    channel_id: 0,
    model_name: `model-${index}`,
    group: 'default',
    username,
    token_name: 'key',
    calls: index + 1,
    failures: index === 3 ? 2 : 0,
    refusals: index === 3 ? 1 : 0,
    quota: (10 - index) * 50_000,
    prompt_tokens: 1000 * (index + 1),
    completion_tokens: 100,
    use_seconds: 4,
    first_calls: index < 2 ? 1 : 0,
    first_ms: index < 2 ? 1500 : 0,
  })
  const indexes = [...Array(10).keys()]
  const rows = [...indexes.map((index) => hourOf(index, index)), hourOf(0, 30)]
  await addToHours(server.deps.store, rows)
}

export async function openDashboard(page: Page, url: string, username: string, search = '') {
  await openSignedIn(page, url, `/detail${search}`, username, username === 'root' ? '123456' : givenPassword)
}
