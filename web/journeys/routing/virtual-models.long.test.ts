import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { asRoot } from '../steps.ts'

const journey = journeys()

journey(
  'on a phone virtual models are cards, and the price page names the models behind them',
  async ({ page, url, server }) => {
    const root = await asRoot(server)
    const channel = { type: 1, name: 'one', key: 'sk-one-000000000001', models: 'gpt-4o,gpt-4o-mini', group: 'default' }
    assert.ok((await root.call(channelApi.create, { body: channel })).response.success)
    const members = ['gpt-4o', 'gpt-4o-mini'].map((model) => ({ model, weight: 1 }))
    const body = { name: 'our-best', mode: 'order', is_enabled: true, members } as const
    assert.ok(
      (await root.call(virtualModelApi.create, { body: { ...body, groups: [], fallback_on: [] } })).response.success,
    )
    await openSignedIn(page, url, '/virtual-models')
    await page.getByText('our-best').waitFor()
    await assertFits(page)
    await page.getByRole('button', { name: '编辑' }).click()
    await page.getByRole('dialog').getByLabel('模型 1', { exact: true }).waitFor()
    await assertFits(page)
    await page.goto(`${url}/pricing?model=our-best`)
    await page.getByText('按实际应答的模型计费').first().waitFor()
    await page.getByRole('dialog').getByText('gpt-4o-mini').first().waitFor()
  },
  { width: 390, language: 'zh', theme: 'dark' },
)
