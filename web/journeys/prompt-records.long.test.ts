import assert from 'node:assert/strict'
import { optionApi } from '@turnpike/contract/system/option-api'
import { promptRecordsApi, recordDefaults } from '@turnpike/contract/usage/prompt-records'
import { assertAccessible } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { asRoot, givenCaller, recorded } from './prompt-records-steps.ts'
import { withUpstream } from './upstream.ts'

const journey = journeys()
withUpstream()

journey(
  'on a phone, in Chinese, members of a group that records are told so',
  async ({ page, url, server }) => {
    const { token } = await givenCaller(server, 'writer')
    const root = await asRoot(server)
    await root.call(optionApi.update, { body: { key: 'PromptRecordsEnabled', value: 'true' } })
    const { answer } = await root.call(promptRecordsApi.setOfGroup, {
      body: { group: 'default', terms: { ...recordDefaults, share: 20 } },
    })
    assert.ok(answer.success)
    await server.given.user({ username: 'reader' })
    await openSignedIn(page, url, '/token', 'reader', 'password-1')
    await page.getByText('分组 default 的提示词和回答会被记录').waitFor()
    await page.getByText('20% 的调用，每一方最多 64 kB，7 天后删除', { exact: false }).waitFor()
    await assertFits(page)
    await page.goto(`${url}/log`)
    await page.getByText('分组 default 的提示词和回答会被记录').waitFor()
    await assertAccessible(page)
    await assertFits(page)
    const id = await recorded(server, token.key, '港口的天气')
    await openSignedIn(page, url, `/log?request_id=${id}`, 'writer', 'password-1')
    await page.getByRole('button', { name: '记录', exact: true }).click()
    await page.getByRole('dialog', { name: '调用记录' }).getByText('港口的天气').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
