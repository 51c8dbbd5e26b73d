import assert from 'node:assert/strict'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { rootOf } from './channel-editor-steps.ts'

const journey = journeys()
withUpstream()

journey(
  'models without a price are not suggested, and adding one shows a warning with a link to the prices',
  async (walk) => {
    const { page, url } = walk
    await openSignedIn(page, url, '/channel/add')
    const models = page.getByRole('combobox', { name: 'Models', exact: true })
    await page.getByRole('button', { name: 'Add recommended' }).click()
    await page.getByText('more', { exact: false }).first().waitFor()
    assert.equal(await page.getByText('have no price').count(), 0)
    await page.getByRole('button', { name: 'Clear' }).click()

    await models.fill('text-curie')
    await page.getByText('Without a price: requests are refused').waitFor()
    await models.press('Escape')
    await page.getByLabel('Custom models').fill('our-own-model, gpt-4o')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const told = page.getByRole('alert').filter({ hasText: '1 model has no price' })
    await told.getByText('Requests for these models are refused: our-own-model').waitFor()
    await assertAccessibleInBothThemes(page)
    assert.match(
      (await told.getByRole('link', { name: 'Set price' }).getAttribute('href')) ?? '',
      /section=visual-pricing/,
    )
  },
)

journey('mappings are typed row by row, and nothing that a table cannot hold is lost', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const id = await root.add({ name: 'Mapped', key: 'sk-editor-mapped-3' })
  await openSignedIn(page, url, `/channel/edit/${id}`)
  const models = page.getByRole('group', { name: 'Model mapping' })
  const cell = (column: string, row: number) => models.getByRole('textbox', { name: `${column}, row ${row}` })
  const [from, to] = ['Requested model', 'Model sent to the provider']
  const save = page.getByRole('button', { name: 'Save', exact: true })

  // By keyboard alone: the new row has the focus, Enter goes on, and the form is not sent.
  await models.getByRole('button', { name: 'Add mapping' }).press('Enter')
  await page.keyboard.type('gpt-4o')
  await page.keyboard.press('Enter')
  await page.keyboard.type('gpt-4o-mini')
  await page.keyboard.press('Enter')
  await eventually('the next row has the focus', () => cell(from, 2).evaluate((it) => it === document.activeElement))
  await page.keyboard.type('gpt-4o')
  await save.click()
  await page.getByText('“gpt-4o” is listed twice').waitFor()
  assert.equal(await cell(from, 2).getAttribute('aria-invalid'), 'true')
  assert.equal((await root.get(id)).model_mapping, '')
  await assertAccessibleInBothThemes(page)

  await cell(from, 2).fill('')
  await cell(to, 2).fill('nameless')
  await page.getByText('Enter a name or remove the row').waitFor()
  await models.getByRole('button', { name: 'Remove row 2' }).click()
  await save.click()
  await page.getByText('Channel saved').waitFor()
  assert.deepEqual(JSON.parse((await root.get(id)).model_mapping), { 'gpt-4o': 'gpt-4o-mini' })

  const status = page.getByRole('group', { name: 'Status code mapping' })
  await status.getByRole('button', { name: 'Add mapping' }).click()
  await status.getByRole('textbox', { name: 'Provider status, row 1' }).fill('429')
  await status.getByRole('textbox', { name: 'Returned status, row 1' }).fill('200')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.getByText('must be a JSON object from error codes to error codes').waitFor()
  assert.equal(
    await status.getByRole('textbox', { name: 'Returned status, row 1' }).getAttribute('aria-invalid'),
    'true',
  )
  await status.getByRole('textbox', { name: 'Returned status, row 1' }).fill('503')

  // Pasted JSON becomes rows again; what no table can show stays JSON.
  const view = page.getByRole('radiogroup', { name: 'View of Model mapping' })
  await view.getByText('JSON').click()
  await page.getByLabel('Model mapping', { exact: true }).fill('{"a": "b", "c": {"d": "e"}}')
  assert.equal(await view.getByRole('radio', { name: 'Table' }).isDisabled(), true)
  await page.getByLabel('Model mapping', { exact: true }).fill('{"a": "b", "c": "d"}')
  await view.getByText('Table').click()
  assert.equal(await cell(to, 2).inputValue(), 'd')
  await models.getByRole('button', { name: 'Remove row 1' }).click()
  await models.getByRole('button', { name: 'Remove row 1' }).click()
  await save.click()
  await page.getByText('No unsaved changes').waitFor()
  const { model_mapping, status_code_mapping } = await root.get(id)
  assert.equal(model_mapping, '')
  assert.deepEqual(JSON.parse(status_code_mapping), { 429: '503' })
})

journey('a wrong mapping is refused where it is wrong, nothing is lost, and the right one is saved', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const id = await root.add({ name: 'To edit', key: 'sk-editor-kept-0002' })
  await openSignedIn(page, url, `/channel/edit/${id}`)
  await page.getByText('stored sk-…0002').waitFor()

  await page.getByRole('radiogroup', { name: 'View of Model mapping' }).getByText('JSON').click()
  const mapping = page.getByLabel('Model mapping', { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await mapping.fill('{"gpt-4o": gpt-4o-mini}')
  await save.click()
  await page.getByText('The model mapping must be valid JSON (line 1, column 12)').waitFor()
  assert.equal((await root.get(id)).model_mapping, '')

  await page.getByRole('button', { name: 'Cancel' }).click()
  const request = page.getByRole('dialog', { name: 'Leave without saving?' })
  await request.getByText('Model mapping').waitFor()
  await request.getByRole('button', { name: 'Stay' }).click()
  await request.waitFor({ state: 'hidden' })

  await mapping.fill('{"gpt-4o":"gpt-4o-mini"}')
  await page.getByRole('button', { name: 'Format' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Channel saved').waitFor()
  await page.getByText('No unsaved changes').waitFor()
  const stored = await root.get(id)
  assert.equal(stored.model_mapping, '{\n  "gpt-4o": "gpt-4o-mini"\n}')
  assert.equal(stored.key_hint, 'sk-…0002')

  assert.equal(await save.count(), 0, 'there is nothing to save')
  await page.getByLabel('Weight').fill('7')
  await page.getByText('1 unsaved change').waitFor()
  await page.getByRole('link', { name: 'Tokens' }).click()
  await request.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(`${url}/token`)
  assert.equal((await root.get(id)).weight, 0)
})

journey('another host requires the key at the key field, and is saved with it', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const id = await root.add({ name: 'To move', key: 'sk-editor-moved-0003' })
  await openSignedIn(page, url, `/channel/edit/${id}`)
  await page.getByText('stored sk-…0003').waitFor()
  const before = (await root.get(id)).base_url

  await page.getByLabel('Base URL').fill('https://elsewhere.example.com')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page.getByText('The host of the channel, or its proxy for plain http, has changed.').waitFor()
  const key = page.getByLabel('Key', { exact: true })
  assert.equal(await key.getAttribute('aria-invalid'), 'true')
  assert.equal((await root.get(id)).base_url, before)

  await key.fill('sk-editor-moved-0004')
  await save.click()
  await page.getByText('Channel saved').waitFor()
  const { base_url, key_hint } = await root.get(id)
  assert.deepEqual([base_url, key_hint], ['https://elsewhere.example.com', 'sk-…0004'])
})

journey('three keys become three channels, and names that are there already are said to be', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const before = (await root.channels()).length
  await openSignedIn(page, url, '/channel/add')
  await page.getByLabel('Name').fill('Batch')
  await page.getByLabel('Batch create').click()
  await page.getByLabel('Key', { exact: true }).fill('sk-batch-1\n\n sk-batch-2 \nsk-batch-3\nsk-batch-1')
  await page.getByText('3 keys: 3 channels will be created').waitFor()
  await page.getByLabel('Base URL').fill(upstream().url)

  const custom = page.getByLabel('Custom models')
  await custom.fill('gpt-4o, my-own ,gpt-4o')
  await custom.press('Enter')
  await page.getByText('my-own', { exact: true }).waitFor()
  await custom.fill('my-own,another')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Already added: my-own').waitFor()

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(`${url}/channel`)
  await page.getByText('3 channels added').waitFor()
  const added = (await root.channels()).slice(before)
  assert.equal(added.length, 3)
  for (const { models } of added) assert.equal(models, 'gpt-4o,my-own,another')
})

journey(
  'on a phone everything fits, and a channel that is not there says so',
  async ({ page, url, server }) => {
    const id = await (await rootOf(server)).add({ name: '手机', key: 'sk-editor-phone' })
    await openSignedIn(page, url, `/channel/edit/${id}`)
    await page.getByText('此渠道', { exact: true }).waitFor()
    await assertFits(page)
    await page.goto(`${url}/channel/edit/987654`)
    await page.getByText('渠道不存在').waitFor()
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)

journey('a channel that draws has its modes and reports chosen, beside the other extra settings', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const id = await root.add({ name: 'drawer', key: 'sk-drawer', type: 5 })
  await openSignedIn(page, url, `/channel/edit/${id}`)
  const setting = page.getByLabel('Extra settings')
  await setting.fill('{"note": "mine"}')
  await page.getByLabel('Mode in the address').press('Enter')
  await page.getByText('Plain: /fast/mj/…').click()
  await page.getByRole('switch', { name: 'Provider reports progress' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Channel saved').waitFor()
  const saved = await root.get(id)
  assert.deepEqual(JSON.parse(saved.setting), { note: 'mine', mj_mode_path: 'plain', mj_callback: true })

  await setting.fill('{"mj_mode_path": "slow"}')
  await setting.blur()
  await page.getByText('Invalid parameter: mj_mode_path').waitFor()
  await setting.fill('{"mj')
  assert.equal(await page.getByRole('switch', { name: 'Provider reports progress' }).isDisabled(), true)
  await page.getByLabel('Type').fill('anthropic')
  await page.locator('.ant-select-item-option').filter({ hasText: 'Anthropic Claude' }).click()
  await page.getByLabel('Mode in the address').waitFor({ state: 'detached' })
})

journey(
  'a type that cannot be called is marked and not to be chosen, except by a channel that has it',
  async (walk) => {
    const { page, url, server } = walk
    // What the server can call grows from version to version.
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch()
      const result = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { ...result, data: { ...result.data, callable_channel_types: [1, 14] } } })
    })
    const optionOf = (name: string) => page.locator('.ant-select-item-option').filter({ hasText: name })
    const isDisabled = async (name: string) =>
      /option-disabled/.test((await optionOf(name).getAttribute('class')) ?? '')

    await openSignedIn(page, url, '/channel/add')
    await page.getByLabel('Type').fill('a')
    await optionOf('Anthropic Claude').waitFor()
    assert.equal(await isDisabled('Anthropic Claude'), false)
    assert.match((await optionOf('Azure OpenAI').textContent()) ?? '', /not available/)
    assert.equal(await isDisabled('Azure OpenAI'), true)

    const id = await (await rootOf(server)).add({ name: 'kept', key: 'sk-kept', type: 43 })
    await page.goto(`${url}/channel/edit/${id}`)
    await page.getByLabel('Name').fill('still editable')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Channel saved').waitFor()
    await page.getByLabel('Type').fill('deepseek')
    assert.equal(await isDisabled('DeepSeek'), false)
  },
)
