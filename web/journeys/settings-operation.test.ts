import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { channelApi } from '@turnpike/contract/routing/channel'
import { optionApi } from '@turnpike/contract/system/option-api'
import { logApi, logType } from '@turnpike/contract/usage/log'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { eventually } from '../../server/test/harness/eventually.ts'
import type { Reply, TestServer } from '../../server/test/harness/harness.ts'
import { assertAccessibleInBothThemes } from './axe.ts'
import { openSignedIn } from './browser.ts'
import { assertFits, journeys } from './journey.ts'
import { upstream, withUpstream } from './upstream.ts'

const journey = journeys()
withUpstream()

function dataOf<Data>({ answer }: Reply<Data>): Data {
  if (!answer.success) throw new Error(answer.message)
  return answer.data
}

/** The super administrator beside the browser: what is stored, and what calls cost. */
async function rootOf(server: TestServer) {
  const root = server.client()
  await root.signIn('root', '123456')
  const optionsNow = async () => new Map(dataOf(await root.call(optionApi.list)).map(({ key, value }) => [key, value]))
  return {
    option: async (key: string) => (await optionsNow()).get(key) ?? '',
    map: async (key: string) => JSON.parse((await optionsNow()).get(key) ?? '') as Record<string, number | string>,
    save: async (key: string, value: object) =>
      dataOf(await root.call(optionApi.update, { body: { key, value: JSON.stringify(value) } })),
    async key(models: string) {
      const channel = { type: 1, name: models, key: 'sk-up', group: 'default', base_url: upstream().url, models }
      dataOf(await root.call(channelApi.create, { body: channel }))
      return dataOf(await root.call(tokenApi.create, { body: { name: models, unlimited_quota: true } })).key
    },
    async lastCharge() {
      const query = { type: String(logType.consumption) }
      return dataOf(await root.call(logApi.self, { query })).items[0]
    },
  }
}

function speak(url: string, key: string, model: string) {
  const client = new OpenAI({ apiKey: `sk-${key}`, baseURL: `${url}/v1`, maxRetries: 0 })
  return client.chat.completions.create({ model, messages: [{ role: 'user', content: 'say 40 words' }] })
}

async function open(page: Page, url: string, section: string) {
  await openSignedIn(page, url, `/setting?tab=operation&section=${section}`)
}
const save = (page: Page) => page.getByRole('button', { name: /^(Save|保存)$/ }).click()

journey('a price changed in the table is what the next call is charged', async ({ page, url, server }) => {
  const root = await rootOf(server)
  const key = await root.key('gpt-4o-mini,house-model')
  await open(page, url, 'visual-pricing')

  await page.getByLabel('Model name').fill('gpt-4o-mini')
  await page.keyboard.press('Enter')
  const cell = (column: string) => page.getByLabel(`gpt-4o-mini: ${column}`, { exact: true })
  await cell('Ratio').fill('x')
  await cell('Ratio').blur()
  await page.getByText('Enter a number').waitFor()
  assert.equal(await cell('Ratio').inputValue(), '0.075', 'what was there is back')

  await cell('Input $ / 1M').fill('1000')
  assert.equal(await cell('Ratio').inputValue(), '500')
  assert.equal(await cell('Output $ / 1M').inputValue(), '$4000.00')
  await cell('Input $ / 1M').press('Escape')
  assert.equal(await cell('Ratio').inputValue(), '0.075')
  await cell('Ratio').fill('0.3')
  assert.equal(await cell('Input $ / 1M').inputValue(), '$0.60')
  await cell('Output $ / 1M').fill('$3')
  await cell('Output $ / 1M').press('Enter')
  assert.equal(await cell('Completion ratio').inputValue(), '5')
  assert.equal(await cell('Output $ / 1M').inputValue(), '$3.00')
  await page.getByText('gpt-4o-mini ratio 0.075 → 0.3, completion ratio 4 → 5').waitFor()
  const ratios = await root.map('ModelRatio')
  assert.equal(ratios['gpt-4o-mini'], 0.075, 'nothing is in force before it is saved')
  await root.save('ModelRatio', { ...ratios, 'gpt-4o': 2 }) // somebody else, meanwhile
  await save(page)
  await page.getByText('Settings saved').waitFor()
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual(await root.map('ModelRatio'), { ...ratios, 'gpt-4o': 2, 'gpt-4o-mini': 0.3 })

  const { usage } = await speak(url, key, 'gpt-4o-mini')
  assert.ok(usage)
  const charge = await eventually('the call is logged', root.lastCharge)
  assert.equal(charge.quota, Math.round((usage.prompt_tokens + usage.completion_tokens * 5) * 0.3))

  await assert.rejects(speak(url, key, 'house-model'), 'nobody can call what has no price')
  await page.getByRole('button', { name: 'Set a price for house-model' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('Per call').click()
  await drawer.getByRole('button', { name: 'Add model' }).click()
  await drawer.getByText('Enter a number').waitFor()
  await drawer.getByLabel('Price per call').fill('0.05')
  await drawer.getByRole('button', { name: 'Add model' }).click()
  await page.getByText('house-model added').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('No unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Set a price for house-model' }).waitFor({ state: 'detached' })
  await speak(url, key, 'house-model')
  const priced = await eventually('the call is logged', async () => {
    const last = await root.lastCharge()
    return last?.model_name === 'house-model' && last
  })
  assert.equal(priced.quota, 25_000)

  await page.getByRole('button', { name: 'Add model' }).click()
  await drawer.getByLabel('Model name').fill('gpt-4o')
  await drawer.getByRole('textbox', { name: 'Input' }).fill('1')
  await drawer.getByRole('button', { name: 'Add model' }).click()
  await drawer.getByText('This model already exists').waitFor()
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).last().click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByLabel('Model name').fill('house-model')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'More for house-model' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByText('house-model removed').waitFor()
  await page.getByText('No model matches').waitFor()
  await page.getByRole('button', { name: 'Set a price for house-model' }).waitFor()
  await save(page)
  await page.getByText('No unsaved changes').waitFor()
  assert.equal((await root.map('ModelPrice'))['house-model'], undefined)
})

journey('wrong JSON is refused where it is wrong, nothing changes, and what was typed is not lost', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const before = await root.option('ModelPrice')
  await open(page, url, 'model-ratios')
  await page.getByLabel('Price per call').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0, 'there is nothing to save')

  await page.getByLabel('Price per call').fill('{"mine": 1,}')
  await page.getByLabel('Model ratio').fill('{"mine": 2}')
  await save(page)
  await page.getByText('Price per call is not a valid JSON string (line 1, column 12)').waitFor()
  const wrong = await page.getByLabel('Price per call').elementHandle()
  await page.waitForFunction((field) => field === document.activeElement, wrong)
  await page.getByLabel('Price per call').fill('{"mine": "1"}')
  await page.getByText('“mine” needs a number').waitFor()

  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: /Visual pricing/ }).click()
  await page.getByText('The JSON is not valid').waitFor()
  await sections.getByRole('link', { name: /^Monitoring/ }).click()
  await page.getByLabel('Test timeout').fill('12.5')
  await page.getByRole('switch', { name: 'Disable on failure' }).click()
  await page.getByRole('link', { name: 'Personal', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByText('Test timeout').waitFor()
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'hidden' })

  await page.route('**/api/option/batch', (route) => route.abort())
  await save(page)
  await page.getByText('Some settings were not saved. Try again.').waitFor()
  await page.unroute('**/api/option/batch')
  await save(page)
  await page.getByText('Settings saved').waitFor()
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual(
    [await root.option('ChannelDisableThreshold'), await root.option('AutomaticDisableChannelEnabled')],
    ['12.5', 'true'],
  )
  assert.equal(await root.option('ModelPrice'), before, 'one section is saved without the others')

  await sections.getByRole('link', { name: /Model ratios/ }).click()
  assert.equal(await page.getByLabel('Price per call').inputValue(), '{"mine": "1"}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual(JSON.parse(await page.getByLabel('Price per call').inputValue()), JSON.parse(before))
})

journey('numbers have bounds, groups are rows, and old logs go after a question', async ({ page, url, server }) => {
  const root = await rootOf(server)
  await open(page, url, 'dashboard')
  await page.getByLabel('Update interval').fill('0')
  await save(page)
  await page.getByText('Enter a whole number from 1 to 10080').waitFor()
  await page.getByText('Week', { exact: true }).click()
  await page.getByLabel('Update interval').fill('7')
  await page.keyboard.press('Enter')
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual([await root.option('DataExportInterval'), await root.option('DataExportDefaultTime')], ['7', 'week'])

  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: 'Groups' }).click()
  await page.getByLabel('New group').fill('vip')
  await page.keyboard.press('Enter')
  await page.getByText('This group already exists').waitFor()
  await page.getByLabel('New group').fill('gold')
  await page.keyboard.press('Enter')
  await page.getByLabel('Ratio: gold').fill('0.75')
  await page.getByLabel('Usable: gold').click()
  await page.getByLabel('Description: gold').fill('For friends')
  await page.getByRole('button', { name: 'Delete svip' }).click()
  await save(page)
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual(await root.map('GroupRatio'), { default: 1, vip: 1, gold: 0.75 })
  assert.equal((await root.map('UserUsableGroups')).gold, 'For friends')

  const longAgo = server.deps.clock() - 40 * 86_400
  const rows = [1, 2, 3].map((second) => ({ user_id: 1, type: logType.system, created_at: longAgo + second }))
  await server.deps.logStore.insertInto('logs').values(rows).execute()
  await sections.getByRole('link', { name: 'Logs' }).click()
  await page.getByRole('button', { name: 'Clear logs' }).click()
  const question = page.getByRole('dialog', { name: /^Delete logs older than \d{4}-\d\d-\d\d\?$/ })
  await question.getByRole('button', { name: 'Delete logs' }).click()
  await page.getByText('3 logs deleted').waitFor()
  await page.getByRole('button', { name: 'Clear logs' }).click()
  await question.getByRole('button', { name: 'Delete logs' }).click()
  await page.getByText('Nothing to delete').waitFor()

  await sections.getByRole('link', { name: 'Model ratios' }).click()
  await page.getByRole('button', { name: 'Reset model ratios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset model ratios' }).click()
  await page.getByText('The model ratios are those that ship again').waitFor()
  assert.equal((await root.map('ModelRatio'))['gpt-4o-mini'], 0.075)
})

journey(
  'on a phone every section fits, and prices are edited in the drawer',
  async ({ page, url, server }) => {
    const root = await rootOf(server)
    await open(page, url, 'general')
    const links = page.getByRole('navigation', { name: '设置分区' }).getByRole('link')
    await links.first().waitFor()
    for (let index = 0; index < (await links.count()); index += 1) {
      await links.nth(index).click()
      await assertFits(page)
    }
    await links.filter({ hasText: '可视化定价' }).click()
    await page.getByLabel('模型名称').fill('gpt-4o')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: '编辑：gpt-4o', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox', { name: '输入' }).fill('abc')
    await drawer.getByText('请输入数字').waitFor()
    await drawer.getByRole('textbox', { name: '输入' }).fill('3')
    assert.equal(await drawer.getByLabel('倍率', { exact: true }).inputValue(), '1.5')
    await assertFits(page)
    await drawer.getByRole('button', { name: '应用' }).click()
    await page.getByText('gpt-4o 倍率 1.25 → 1.5').waitFor()
    await save(page)
    await page.getByText('没有未保存的更改').waitFor()
    assert.equal((await root.map('ModelRatio'))['gpt-4o'], 1.5)
  },
  { language: 'zh', width: 390 },
)

journey('settings whose rows are damaged are named until the values in force are saved again', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  await root.save('GroupRatio', { default: 1, vip: 0.8, premium: 2 })
  const { store } = server.deps
  await store.updateTable('options').set({ value: '{"default": 1, "vip"' }).where('key', '=', 'GroupRatio').execute()
  await open(page, url, 'general')
  const warning = page.getByRole('alert').filter({ hasText: 'GroupRatio' })
  await warning.waitFor()
  await assertFits(page)
  await warning.getByRole('button', { name: 'Save the values in use' }).click()
  await warning.waitFor({ state: 'detached' })
  const row = await store.selectFrom('options').select('value').where('key', '=', 'GroupRatio').executeTakeFirst()
  assert.deepEqual(JSON.parse(row?.value ?? ''), { default: 1, vip: 0.8, premium: 2 })
})

for (const look of [{}, { language: 'zh', width: 390 }] as const)
  journey(
    `chat links are a table of names and addresses${'width' in look ? ' on a phone too' : ''}`,
    async ({ page, url, server }) => {
      const isChinese = 'language' in look
      const words = isChinese
        ? {
            group: '聊天链接',
            add: '添加链接',
            name: '名称，第',
            value: '地址，第',
            wrong: '“Web”的地址必须以 https:// 等协议开头',
          }
        : {
            group: 'Chat links',
            add: 'Add link',
            name: 'Name, row',
            value: 'Address, row',
            wrong: 'The address of “Web” must',
          }
      const root = await rootOf(server)
      await root.save('Chats', [{ Old: 'https://old.example.com' }])
      await open(page, url, 'chat')
      const links = page.getByRole('group', { name: words.group })
      const cell = (column: string, row: number) => links.getByRole('textbox', { name: `${column} ${row}` })
      assert.equal(await cell(words.value, 1).inputValue(), 'https://old.example.com')
      await links.getByRole('button', { name: words.add }).click()
      await page.keyboard.type('Web')
      await page.keyboard.press('Enter')
      await page.keyboard.type('chat.example.com')
      await save(page)
      await page.getByText(words.wrong).waitFor()
      assert.equal(await cell(words.value, 2).getAttribute('aria-invalid'), 'true')
      await assertFits(page)
      await assertAccessibleInBothThemes(page)
      await cell(words.value, 2).fill('https://chat.example.com/#/?key={key}')
      await save(page)
      await page.getByText(/^(No unsaved changes|没有未保存的更改)$/).waitFor()
      const saved = [{ Old: 'https://old.example.com' }, { Web: 'https://chat.example.com/#/?key={key}' }]
      assert.deepEqual(JSON.parse(await root.option('Chats')), saved)
    },
    look,
  )
