import assert from 'node:assert/strict'
import { maskedLiteral } from '@turnpike/contract/routing/override-headers'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertAccessibleInBothThemes, isLongRun } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { rootOf } from './channel-editor-steps.ts'

const journey = journeys()
withUpstream()

journey('overrides are entered row by row, refused where they are wrong, and saved as JSON', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const id = await root.add({ name: 'Overridden', key: 'sk-journey-override-1' })
  await openSignedIn(page, url, `/channel/edit/${id}`)
  const body = page.getByRole('group', { name: 'Parameter override' })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const overrideOf = async () => JSON.parse((await root.get(id)).param_override || '{}')

  // By keyboard alone: the new row has the focus, and Enter goes on to the value.
  await body.getByRole('button', { name: 'Add field' }).press('Enter')
  await page.keyboard.type('model')
  await page.keyboard.press('Enter')
  await page.keyboard.type('gpt-5')
  await save.click()
  await body.getByText('model cannot be overridden').waitFor()
  const name = body.getByRole('textbox', { name: 'Field, row 1' })
  assert.equal(await name.getAttribute('aria-invalid'), 'true')
  await eventually('the field has the focus', () => name.evaluate((it) => it === document.activeElement))
  await name.fill('temperature')
  const value = body.getByRole('textbox', { name: 'Value, row 1' })
  await value.fill('{"a":')
  await body.getByText('The value is not valid JSON').waitFor()
  assert.deepEqual(await overrideOf(), {}, 'nothing was saved')
  await value.fill('0.70')

  // A new operation has the focus; its members follow its mode.
  await body.getByRole('button', { name: 'Add operation' }).press('Enter')
  const first = body.getByRole('listitem', { name: 'Operation 1' })
  await first.getByLabel('Path').fill('metadata.tier')
  await first.getByLabel('Value', { exact: true }).fill('low')
  await first.getByRole('checkbox', { name: 'Keep a value that is already there' }).check()
  await first.getByRole('button', { name: 'Add condition' }).press('Enter')
  await page.keyboard.type('model')
  await first.getByRole('textbox', { name: 'Value, row 1' }).fill('gpt-4o')
  await first.getByRole('checkbox', { name: 'Negate' }).check()
  await body.getByRole('button', { name: 'Duplicate operation 1' }).press('Enter')
  const second = body.getByRole('listitem', { name: 'Operation 2' })
  const mode = second.getByRole('combobox', { name: 'Action 2' })
  await mode.press('Enter')
  await page.getByTitle('Pass client headers').click()
  await second.getByRole('button', { name: 'Remove condition 1' }).press('Enter')
  await second.getByRole('combobox', { name: 'Headers' }).fill('X-Request-Id')
  await page.keyboard.press('Enter')
  await body.getByRole('button', { name: 'Move operation 2 up' }).press('Enter')
  const moveDown = body.getByRole('button', { name: 'Move operation 1 down' })
  await eventually('the focus moved along', () => moveDown.evaluate((it) => it === document.activeElement))
  await assertAccessibleInBothThemes(page)
  await save.click()
  await page.getByText('Channel saved').waitFor()
  const kept = { mode: 'set', path: 'metadata.tier', value: 'low', keep_origin: true }
  const passed = { mode: 'pass_headers', keep_origin: true, value: ['X-Request-Id'] }
  const condition = { path: 'model', mode: 'full', value: 'gpt-4o', invert: true }
  const expected = { temperature: 0.7, operations: [passed, { ...kept, conditions: [condition] }] }
  assert.deepEqual(await overrideOf(), expected)

  await body.getByRole('button', { name: 'Delete operation 1' }).press('Enter')
  await eventually('the next operation has the focus', () =>
    body.getByRole('button', { name: 'Delete operation 1' }).evaluate((it) => it === document.activeElement),
  )
  await page.keyboard.press('Control+s')
  await page.getByText('No unsaved changes').waitFor()
  assert.deepEqual((await overrideOf()).operations, [{ ...kept, conditions: [condition] }])
})

journey(
  'JSON becomes rows, what no row can show stays JSON, and texts of headers are hidden once saved',
  async (walk) => {
    const { page, url, server } = walk
    const root = await rootOf(server)
    const id = await root.add({ name: 'Pasted', key: 'sk-journey-override-2' })
    await openSignedIn(page, url, `/channel/edit/${id}`)
    const view = page.getByRole('radiogroup', { name: 'View of Parameter override' })
    const json = page.getByRole('textbox', { name: 'Parameter override' })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await view.getByText('JSON').click()
    await json.fill('{"operations": [{"mode": "regex_replace", "path": "a"}]}')
    await save.click()
    await page.getByText('the mode regex_replace is not supported').waitFor()
    await json.fill('{"operations": [{"mode": "delete", "path": "a", "conditions": {"model": "x"}}]}')
    await page.getByText('The form cannot show this JSON').waitFor()
    assert.equal(await view.getByRole('radio', { name: 'Form' }).isDisabled(), true)

    await json.fill(
      '{"top_p": 0.5, "operations": [{"mode": "delete", "path": "seed", "description": "not supported"}]}',
    )
    await view.getByText('Form').click()
    const body = page.getByRole('group', { name: 'Parameter override' })
    assert.equal(await body.getByRole('textbox', { name: 'Field, row 1' }).inputValue(), 'top_p')
    await body.getByRole('listitem', { name: 'Operation 1' }).getByLabel('Path').fill('user')
    const headers = page.getByRole('group', { name: 'Header override' })
    const cell = (column: string, row: number) => headers.getByRole('textbox', { name: `${column}, row ${row}` })
    await headers.getByRole('button', { name: 'Add header' }).click()
    await cell('Header', 1).fill('Host')
    await cell('Value', 1).fill('example.com')
    await save.click()
    await page.getByText('the header Host is invalid or cannot be set').waitFor()
    assert.equal(await cell('Header', 1).getAttribute('aria-invalid'), 'true')
    await cell('Header', 1).fill('X-Team')
    await headers.getByRole('button', { name: 'Add header' }).click()
    await cell('Header', 2).fill('X-Key')
    await cell('Value', 2).fill('{api_key}')
    await page.getByLabel('System prompt').fill('Be brief.')
    await save.click()
    await page.getByText('Channel saved').waitFor()

    const stored = await root.get(id)
    assert.deepEqual(JSON.parse(stored.param_override), {
      top_p: 0.5,
      operations: [{ mode: 'delete', path: 'user', description: 'not supported' }],
    })
    assert.deepEqual(JSON.parse(stored.header_override), { 'X-Team': maskedLiteral, 'X-Key': '{api_key}' })
    assert.deepEqual(JSON.parse(stored.setting), { system_prompt: 'Be brief.' })
    await eventually('the text is hidden', async () => (await cell('Value', 1).inputValue()) === maskedLiteral)
    assert.equal(await cell('Value', 2).inputValue(), '{api_key}')
    await cell('Header', 2).fill('X-Account')
    await save.click()
    await page.getByText('No unsaved changes').waitFor()
    assert.deepEqual(Object.keys(JSON.parse((await root.get(id)).header_override)), ['X-Team', 'X-Account'])
  },
)

for (const language of isLongRun ? (['en', 'zh'] as const) : (['en'] as const))
  journey(
    `a dry run shows a request before and after unsaved overrides [${language}]`,
    async (walk) => {
      const { page, url, server } = walk
      const words = {
        en: {
          more: 'More for Tried en',
          run: 'Dry run',
          show: 'Show request',
          added: 'Added:',
          view: 'View of Parameter override',
          body: 'Parameter override',
        },
        zh: {
          more: 'Tried zh 的更多操作',
          run: '试运行',
          show: '查看请求',
          added: '新增：',
          view: '参数覆盖的视图',
          body: '参数覆盖',
        },
      }[language]
      const root = await rootOf(server)
      const id = await root.add({ name: `Tried ${language}`, key: 'sk-journey-override-secret' })
      await openSignedIn(page, url, '/channel')
      await page.getByRole('button', { name: words.more }).click()
      await page.getByRole('menuitem', { name: words.run }).click()
      await page.waitForURL(`${url}/channel/edit/${id}?open=dry-run`)
      const drawer = page.getByRole('dialog')
      await drawer.getByText('/v1/chat/completions', { exact: false }).last().waitFor()
      assert.equal(await drawer.getByText(words.added).count(), 0)
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })

      await page.getByRole('radiogroup', { name: words.view }).getByText('JSON').click()
      await page.getByRole('textbox', { name: words.body }).fill('{"temperature": 0.25}')
      await page.getByRole('button', { name: words.run }).click()
      const line = drawer.getByRole('listitem').filter({ hasText: words.added })
      await line.filter({ hasText: '"temperature": 0.25' }).waitFor()
      assert.doesNotMatch((await drawer.textContent()) ?? '', /override-secret/)
      await assertAccessibleInBothThemes(page)
      await resize(page, 390)
      await assertFits(page)
      assert.equal((await root.get(id)).param_override, '', 'nothing was saved')
    },
    { language },
  )
