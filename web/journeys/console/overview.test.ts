import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { writeAttempts } from '../../../server/src/domain/routing/channels/attempts/attempt-text.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { signIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot, createChannel } from '../steps.ts'

const journey = journeys()

/** A channel on which one of two models has failed three times. */
async function givenFailingModel(server: TestServer) {
  const root = await asRoot(server)
  const id = await createChannel(root, {
    name: 'qwen',
    models: 'qwen-max,qwen-plus',
    key: 'sk-1',
    base_url: 'http://127.0.0.1:9',
  })
  const now = server.deps.clock()
  const attempts = [5, 4, 3].map((minutes) => ({
    ...{ at: now - minutes * 60, ms: 50, outcome: 'no_model' as const, status: 404 },
    ...{ model: 'qwen-max', isRetry: false },
  }))
  const row = { channel_id: id, process: 'other', newest: now, recent_failures: 3, attempts: writeAttempts(attempts) }
  await server.deps.store.insertInto('channel_attempts').values(row).execute()
  const modelsOf = async () => {
    const { response } = await root.call(channelApi.get, { params: { id: String(id) } })
    return response.success && response.data.models
  }
  return { modelsOf }
}

journey('an administrator begins at the overview, sees what fails, and takes it out of use', async (walk) => {
  const { page, url, server } = walk
  const { modelsOf } = await givenFailingModel(server)
  await signIn(page, url)
  await page.waitForURL(`${url}/token`) // the usual page
  await page.goto(`${url}/setting`)
  await page.getByRole('radiogroup', { name: 'Start page' }).getByText('Overview').click()
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${url}/login`)
  await signIn(page, url)
  await page.waitForURL(`${url}/overview`)
  await page.getByText('1 thing to look at').waitFor()
  await page.getByText('No payment is waiting').waitFor()
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link').first().getByText('Overview').waitFor()
  await assertAccessible(page)

  await fewClicks(page, 'why a model fails', async () => {
    await page.getByText('3 of 3 failed · model unknown (HTTP 404)').waitFor()
    await page.getByRole('button', { name: 'Show errors of qwen' }).click()
    await page.getByRole('dialog', { name: 'Errors of qwen' }).getByText('3 of 3 requests failed').waitFor()
  })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await fewClicks(page, 'take a failing model out of use', async () => {
    await page.getByRole('button', { name: 'Disable this model on this channel' }).click()
    await page.getByText('All channels respond').waitFor()
  })
  assert.equal(await modelsOf(), 'qwen-plus')
  await page.getByText('Nothing needs attention').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  assert.equal(await modelsOf(), 'qwen-max,qwen-plus')

  await resize(page, 390)
  await assertFits(page)
})
