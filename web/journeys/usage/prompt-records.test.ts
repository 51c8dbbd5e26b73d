import assert from 'node:assert/strict'
import { optionApi } from '@turnpike/contract/system/option-api'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { asRoot } from '../steps.ts'
import { withUpstream } from '../upstream.ts'
import { givenCaller, recorded } from './prompt-records-steps.ts'

const journey = journeys()
withUpstream()

journey('a user has the calls of a token recorded, reads one and deletes it', async ({ page, url, server }) => {
  const { token } = await givenCaller(server, 'writer')
  const root = await asRoot(server)
  await root.call(optionApi.update, { body: { key: 'PromptRecordsEnabled', value: 'true' } })
  await openSignedIn(page, url, '/token', 'writer', 'password-1')
  await page.getByRole('button', { name: 'More for bot' }).click()
  await page.getByRole('menuitem', { name: 'Recording' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('switch', { name: 'Record prompts and responses' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Recording saved').waitFor()

  const requestId = await recorded(server, token.key, 'write to ann@example.org about the harbour')
  await page.goto(`${url}/log?request_id=${requestId}`)
  await page.getByRole('link', { name: 'Replay in playground' }).click()
  await page.waitForURL(`${url}/playground`)
  await page.getByText('write to [email] about the harbour', { exact: true }).waitFor()
  const [sent] = await server.deps.store
    .selectFrom('logs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('token_id', '=', 0)
    .where('type', '=', 2)
    .execute()
  assert.equal(sent?.count, 0, 'nothing is sent by itself')
  await page.goBack()
  await page.getByRole('button', { name: 'Recorded' }).click()
  const viewer = page.getByRole('dialog', { name: 'Recorded request' })
  await viewer.getByText('write to [email] about the harbour').waitFor()
  assert.equal(await viewer.getByRole('tab').count(), 2)
  await viewer.getByRole('button', { name: 'Delete record' }).click()
  await page.getByRole('dialog', { name: 'Delete this record?' }).getByRole('button', { name: 'Delete record' }).click()
  await page.getByText('Record deleted').waitFor()
})
