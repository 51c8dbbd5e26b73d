import assert from 'node:assert/strict'
import { writeAttempts } from '../../../server/src/domain/routing/channels/attempts/attempt-text.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { givenChannels } from './route-explain-steps.ts'

const journey = journeys()
const first = ['heavy of gpt-4o', 'light of gpt-4o']

journey(
  'an administrator looks up where a call goes and why other channels are left out',
  async ({ page, url, server }) => {
    await givenChannels(server, 'gpt-4o')
    await openSignedIn(page, url, '/token')
    await fewClicks(page, 'where does a request go', async () => {
      await page.getByRole('link', { name: 'Route check' }).click()
      await page.getByRole('heading', { name: 'Choose a model' }).waitFor()
      await page.getByLabel('Model').click()
      await page.getByTitle('gpt-4o', { exact: true }).click()
      await page.getByRole('button', { name: 'Check route' }).click()
      await page.getByText('The request would be sent').waitFor()
    })
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: `${name} of gpt-4o` })
    await row('heavy').getByText('75 % of first attempts').waitFor()
    await row('light').getByText('25 % of first attempts').waitFor()
    await row('lower').getByText('Lower priority').waitFor()
    await row('elsewhere').getByText('Not in this group').waitFor()
    await row('off').getByText('Disabled by an administrator').waitFor()
    await assertAccessible(page)
    assert.match(page.url(), /group=default/)

    // Amber while the newest requests of the first channels failed.
    const { store, clock } = server.deps
    const ids = await store.selectFrom('channels').select('id').where('name', 'in', first).execute()
    const attempt = {
      at: clock() - 5,
      ms: 5,
      outcome: 'no_model' as const,
      status: 404,
      model: 'gpt-4o',
      isRetry: false,
    }
    for (const { id } of ids)
      await store
        .insertInto('channel_attempts')
        .values({
          ...{ channel_id: id, process: 'p', newest: attempt.at, recent_failures: 3 },
          attempts: writeAttempts([attempt, attempt]),
        })
        .execute()
    await page.getByRole('button', { name: 'Check route' }).click()
    await page.getByText('The last 4 requests failed: model unknown · HTTP 404.').waitFor()
    await row('heavy').getByText('2 of the last 2 failed').waitFor()
    await assertAccessible(page)
    await row('off').getByRole('link').click()
    await page.waitForURL(/\/channel\/edit\/\d+/)
  },
)
