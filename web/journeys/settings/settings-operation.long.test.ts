import assert from 'node:assert/strict'
import { logType } from '@turnpike/contract/usage/log'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { assertFits, journeys } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { open, rootOf, save } from './settings-operation-steps.ts'

const journey = journeys()
withUpstream()

journey('wrong JSON is refused where it is wrong, nothing changes, and what was typed is not lost', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const before = await root.option('ModelPrice')
  await open(page, url, 'model-ratios')
  await page.getByLabel('Price per request').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0, 'there is nothing to save')

  await page.getByLabel('Price per request').fill('{"mine": 1,}')
  await page.getByLabel('Model ratio').fill('{"mine": 2}')
  await save(page)
  await page.getByText('Price per request is not a valid JSON string (line 1, column 12)').waitFor()
  const wrong = await page.getByLabel('Price per request').elementHandle()
  await page.waitForFunction((field) => field === document.activeElement, wrong)
  await page.getByLabel('Price per request').fill('{"mine": "1"}')
  await page.getByText('“mine” needs a number').waitFor()

  const sections = page.getByRole('navigation', { name: 'Sections' })
  await sections.getByRole('link', { name: /Visual pricing/ }).click()
  await page.getByText('The JSON is not valid').waitFor()
  await sections.getByRole('link', { name: /^Monitoring/ }).click()
  await page.getByLabel('Test timeout').fill('12.5')
  await page.getByRole('switch', { name: 'Disable on failure' }).click()
  await page.getByRole('link', { name: 'Personal', exact: true }).click()
  const request = page.getByRole('dialog', { name: 'Leave without saving?' })
  await request.getByText('Test timeout').waitFor()
  await request.getByRole('button', { name: 'Stay' }).click()
  await request.waitFor({ state: 'hidden' })

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
  assert.equal(await page.getByLabel('Price per request').inputValue(), '{"mine": "1"}')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual(JSON.parse(await page.getByLabel('Price per request').inputValue()), JSON.parse(before))
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
    await drawer.getByRole('textbox', { name: '输入', exact: true }).fill('abc')
    await drawer.getByText('请输入数字').waitFor()
    await drawer.getByRole('textbox', { name: '输入', exact: true }).fill('3')
    await drawer.getByText('倍率', { exact: true }).click()
    assert.equal(await drawer.getByRole('textbox', { name: '倍率', exact: true }).inputValue(), '1.5')
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

journey(
  'numbers have bounds, groups are rows, and old logs are deleted after a confirmation',
  async ({ page, url, server }) => {
    const root = await rootOf(server)
    await root.save('GroupRatio', { default: 1, vip: 1, svip: 1 }) // an earlier journey has changed it
    await open(page, url, 'dashboard')
    await page.getByLabel('Update interval').fill('0')
    await save(page)
    await page.getByText('Enter a whole number from 1 to 10080').waitFor()
    await page.getByText('Week', { exact: true }).click()
    await page.getByLabel('Update interval').fill('7')
    await page.keyboard.press('Enter')
    await page.getByText('No unsaved changes').waitFor()
    assert.deepEqual(
      [await root.option('DataExportInterval'), await root.option('DataExportDefaultTime')],
      ['7', 'week'],
    )

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

    await page.getByRole('button', { name: 'Add ratio' }).click()
    await page.getByText('Choose two groups').waitFor()
    for (const [side, group] of [
      ['Users of', 'vip'],
      ['in group', 'gold'],
    ] as const) {
      await page.getByLabel(side).click()
      await page.getByTitle(group, { exact: true }).last().click()
    }
    await page.getByRole('button', { name: 'Add ratio' }).click()
    await page.getByLabel('Ratio of users of vip in gold').fill('0.6')
    await save(page)
    await page.getByText('No unsaved changes').waitFor()
    assert.deepEqual(await root.map('GroupGroupRatio'), { vip: { gold: 0.6 } })

    const longAgo = server.deps.clock() - 40 * 86_400
    const rows = [1, 2, 3].map((second) => ({ user_id: 1, type: logType.system, created_at: longAgo + second }))
    await server.deps.logStore.insertInto('logs').values(rows).execute()
    await sections.getByRole('link', { name: 'Logs' }).click()
    await page.getByRole('button', { name: 'Clear logs' }).click()
    const request = page.getByRole('dialog', { name: /^Delete logs older than \d{4}-\d\d-\d\d\?$/ })
    await request.getByRole('button', { name: 'Delete logs' }).click()
    await page.getByText('3 logs deleted').waitFor()
    await page.getByRole('button', { name: 'Clear logs' }).click()
    await request.getByRole('button', { name: 'Delete logs' }).click()
    await page.getByText('Nothing to delete').waitFor()

    await sections.getByRole('link', { name: 'Model ratios' }).click()
    await page.getByRole('button', { name: 'Reset model ratios' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset model ratios' }).click()
    await page.getByText('The model ratios were reset to the defaults').waitFor()
    assert.equal((await root.map('ModelRatio'))['gpt-4o-mini'], 0.075)
  },
)
