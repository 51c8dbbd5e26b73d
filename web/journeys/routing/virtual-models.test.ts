import assert from 'node:assert/strict'
import { virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { asRoot, createChannel } from '../steps.ts'

const journey = journeys()

const type = async (page: Page, number: number, model: string) => {
  await page.getByRole('dialog').getByLabel(`Model ${number}`, { exact: true }).fill(model)
  await page.keyboard.press('Tab') // closes the list of names
}

journey(
  'a virtual model is made, its models are moved by the keyboard, and it is switched off, deleted and brought back',
  async (walk) => {
    const { page, url, server } = walk
    const root = await asRoot(server)
    await createChannel(root, { name: 'one', models: 'gpt-4o,gpt-4o-mini,unpriced-model' })

    await openSignedIn(page, url, '/virtual-models')
    await page.getByText('No virtual models yet').waitFor()
    assert.equal(await page.locator('.ant-btn-primary').count(), 1, 'one primary button')
    await page.getByRole('button', { name: 'Create virtual model' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Create virtual model' }).click()
    await drawer.getByText('Choose 1 to 20 models').waitFor()

    await drawer.getByLabel('Name').fill('gpt-4o-mini')
    await drawer.getByText('A channel serves a model of the same name').waitFor()
    await drawer.getByLabel('Name').fill('our-best')
    await type(page, 1, 'unpriced-model')
    await drawer.getByText('This model has no price').waitFor()
    await type(page, 1, 'nobody-serves-it')
    await drawer.getByText('No channel serves this model').waitFor()
    await type(page, 1, 'gpt-4o-mini')
    await type(page, 2, 'gpt-4o')

    // By keyboard: the second model becomes the first, and its button keeps the focus.
    await drawer.getByRole('button', { name: 'Move gpt-4o up' }).focus()
    await page.keyboard.press('Enter')
    assert.equal(await drawer.getByLabel('Model 1', { exact: true }).inputValue(), 'gpt-4o')
    await drawer.getByText('gpt-4o is now number 1 of 2').waitFor({ state: 'attached' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    assert.equal(await focused(), 'Move gpt-4o down')

    await drawer.getByRole('button', { name: 'Conditions: gpt-4o', exact: true }).click()
    await drawer.getByLabel('Prompt, at most').fill('many')
    await drawer.getByRole('button', { name: 'Create virtual model' }).click()
    await drawer.getByText('A number from 1 to 100,000,000').waitFor()
    await drawer.getByLabel('Prompt, at most').fill('2000')
    await drawer.getByText('Too long').click()
    await assertAccessible(page, 'the drawer of a virtual model')
    await drawer.getByRole('button', { name: 'Create virtual model' }).click()
    await page.getByText('our-best saved').waitFor()
    await drawer.waitFor({ state: 'detached' })
    const stored = async () => {
      const { response } = await root.call(virtualModelApi.list)
      return response.success ? response.data : []
    }
    assert.partialDeepStrictEqual(await stored(), [
      {
        name: 'our-best',
        mode: 'order',
        members: [
          { model: 'gpt-4o', weight: 1, when: { prompt_tokens_max: 2000 } },
          { model: 'gpt-4o-mini', weight: 1 },
        ],
        fallback_on: ['rate_limited', 'server_error', 'account', 'no_channel', 'too_long'],
      },
    ])

    const row = page.getByRole('row').filter({ hasText: 'our-best' })
    await row.getByText('In order').waitFor()
    await row.getByRole('button', { name: 'Edit' }).click()
    await drawer.getByText('By weight').click()
    await drawer.getByLabel('Weight of model 1').fill('3')
    await drawer.getByText('75%').waitFor()
    await drawer.getByRole('button', { name: 'Save changes' }).click()
    await drawer.waitFor({ state: 'detached' })
    await row.getByText('75%').waitFor()
    await assertAccessible(page, 'the list of virtual models')

    await row.getByRole('button', { name: 'More for our-best' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await row.getByText('Disabled').waitFor()
    await row.getByRole('button', { name: 'More for our-best' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('our-best deleted').waitFor()
    await page.getByText('No virtual models yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await row.getByText('Disabled').waitFor()
    assert.equal((await stored()).length, 1)
  },
)

journey('a virtual model with a fallback takes few clicks', async ({ page, url, server }) => {
  await createChannel(await asRoot(server), { name: 'two', models: 'gpt-4.1,gpt-4.1-mini' })
  await openSignedIn(page, url, '/token')
  await fewClicks(page, 'a virtual model with fallback', async () => {
    await page.getByRole('link', { name: 'Virtual models' }).click()
    await page.getByRole('button', { name: 'Create virtual model' }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Name').fill('acme/best')
    await type(page, 1, 'gpt-4.1')
    await type(page, 2, 'gpt-4.1-mini')
    await drawer.getByRole('button', { name: 'Create virtual model' }).click()
    await page.getByText('acme/best saved').waitFor()
  })

  // Its page, for a name with a slash, and the page of a model that it contains.
  await page.goto(`${url}/model?name=${encodeURIComponent('acme/best')}`)
  await page.getByRole('heading', { name: 'acme/best', exact: true }).waitFor()
  await page.getByRole('link', { name: 'gpt-4.1', exact: true }).click()
  await page.getByRole('heading', { name: 'gpt-4.1', exact: true }).waitFor()
  await page.getByRole('link', { name: 'acme/best' }).waitFor()
  await page.getByText('$2.00').first().waitFor()
  await assertAccessible(page, 'the page of a model')
})
