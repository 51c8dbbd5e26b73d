import assert from 'node:assert/strict'
import OpenAI from 'openai'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { journeys } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import { open, rootOf, save } from './settings-operation-steps.ts'

const journey = journeys()
withUpstream()

function speak(url: string, key: string, model: string) {
  const client = new OpenAI({ apiKey: `sk-${key}`, baseURL: `${url}/v1`, maxRetries: 0 })
  return client.chat.completions.create({ model, messages: [{ role: 'user', content: 'say 40 words' }] })
}

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
  await drawer.getByText('Per request').click()
  await drawer.getByRole('button', { name: 'Add model' }).click()
  await drawer.getByText('Enter a number').waitFor()
  await drawer.getByLabel('Price per request').fill('0.05')
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
  await drawer.getByRole('textbox', { name: 'Input', exact: true }).fill('1')
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

journey('every part of a price is set in the drawer, and an odd price is asked about', async (walk) => {
  const { page, url, server } = walk
  const root = await rootOf(server)
  const writes = await root.map('CreateCacheRatio')
  await open(page, url, 'visual-pricing')
  await page.getByLabel('Model name').fill('o1-mini')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Edit: o1-mini', exact: true }).click()
  const drawer = page.getByRole('dialog')
  const field = (name: string) => drawer.getByLabel(name, { exact: true })
  await field('Input').first().fill('0.000003')
  await field('Output').first().focus()
  await drawer.getByText('Did you mean $3.00 per million tokens?').waitFor()
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await drawer.getByRole('button', { name: 'Use $3.00' }).click()
  assert.equal(await field('Output').first().inputValue(), '12.00')
  await field('Cached input').first().fill('0.7')
  assert.equal(await field('Cache write').first().getAttribute('placeholder'), '3.75')

  await drawer.getByText('Tiers', { exact: true }).click()
  await drawer.getByRole('button', { name: 'Add length tier' }).click()
  await drawer.getByRole('button', { name: 'Flex' }).click()
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await drawer.getByText('Enter the input price of this tier').waitFor()
  await field('Above').fill('200k')
  await field('Input').nth(1).fill('6')
  await field('Output').nth(1).fill('18')
  await field('Factor').last().fill('0.5')
  await drawer.getByText('Above 200K input tokens: $6.00 / $18.00').waitFor()
  await drawer.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('o1-mini ratio 0.55 → 1.5, cache ratio 0.5 → 0.233333333333, tiers').waitFor()
  await save(page)
  await page.getByText('No unsaved changes').waitFor()
  assert.equal((await root.map('ModelRatio'))['o1-mini'], 1.5)
  assert.equal((await root.map('CacheRatio'))['o1-mini'], 0.233333333333)
  assert.deepEqual((await root.map('ModelTiers'))['o1-mini'], {
    lengths: [{ above: 200_000, ratio: 2, completion_ratio: 3 }],
    services: { flex: { ratio: 0.5 } },
  })
  assert.deepEqual(await root.map('CreateCacheRatio'), writes, 'what was never set stays out')
  await page.getByTitle('Above 200K input tokens: $6.00 / $18.00').waitFor()

  const cell = page.getByLabel('o1-mini: Input $ / 1M', { exact: true })
  await cell.fill('0.0000025')
  await cell.blur()
  await page.getByRole('dialog', { name: 'Did you mean $2.50' }).getByRole('button', { name: 'Use $2.50' }).click()
  assert.equal(await cell.inputValue(), '$2.50')
})
