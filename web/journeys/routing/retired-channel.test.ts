import assert from 'node:assert/strict'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { rootOf } from './channel-editor-steps.ts'

const journey = journeys()
withUpstream()

journey('a channel whose upstream was shut down becomes a Gemini channel with the same key', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const id = await root.add({ name: 'Old friend', key: 'AIza-retired-0001' })
  const retired = { type: 11, base_url: '', models: 'PaLM-2' }
  await server.deps.store.updateTable('channels').set(retired).where('id', '=', id).execute()

  await openSignedIn(page, url, `/channel/edit/${id}`)
  await page.getByText('Google has shut down its PaLM API').waitFor()
  const change = page.getByRole('button', { name: 'Change to Gemini' })
  await change.click()
  await page.getByText('Change this channel to Gemini?').waitFor()
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  assert.equal((await root.get(id)).type, 11)

  await change.click()
  await page.getByText('Change this channel to Gemini?').waitFor()
  await page.getByRole('tooltip').getByRole('button', { name: 'Change to Gemini' }).click()
  await page.getByText('The channel is now a Gemini channel').waitFor()
  await page.getByText('Google has shut down its PaLM API').waitFor({ state: 'hidden' })

  const { type, key_hint, models, model_mapping } = await root.get(id)
  assert.deepEqual([type, key_hint, models], [24, 'AIz…0001', 'PaLM-2'])
  assert.deepEqual(JSON.parse(model_mapping), { 'PaLM-2': 'gemini-flash-latest' })
})
