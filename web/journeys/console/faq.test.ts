import assert from 'node:assert/strict'
import { faqApi } from '@turnpike/contract/system/faq'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { asRoot, clipboard, dataOf } from '../steps.ts'

const journey = journeys()

const question = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const shown = (page: Page) => page.locator('summary h2').allTextContents()
const help = (page: Page) => page.getByRole('button', { name: 'Help', exact: true })

journey(
  'the operator writes, edits, moves and deletes questions, and visitors search and link them',
  async ({ page, context, url, server }) => {
    await page.goto(`${url}/faq`)
    await page.getByRole('heading', { name: 'No questions here yet' }).waitFor()
    assert.match((await page.getByRole('link', { name: 'Open the guide' }).getAttribute('href')) ?? '', /\/guide$/)
    await assertAccessible(page, 'the page without questions')

    await openSignedIn(page, url, '/token')
    const drawer = page.getByRole('dialog')
    const english = drawer.getByRole('region', { name: 'English' })
    await fewClicks(page, 'write the first question', async () => {
      await help(page).click()
      await page.getByRole('menuitem', { name: 'FAQ' }).click()
      await page.getByRole('button', { name: 'Write the first question' }).click()
      await english.getByLabel('Question').fill('How do I pay?')
      await english.getByLabel('Answer').fill('In the **wallet**, by card. See [payment](/guide/payment).')
      await drawer.getByRole('button', { name: 'Add question' }).click()
      await question(page, 'How do I pay?').waitFor()
    })
    await drawer.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add question' }).click()
    await english.getByLabel('Question').fill('Are there limits?')
    await drawer.getByRole('button', { name: 'Add question' }).click()
    await drawer.getByText('Enter the answer too, or clear the question').waitFor()
    await english.getByLabel('Answer').fill('Those of your *group*.')
    const chinese = drawer.getByRole('region', { name: '中文' })
    await chinese.getByLabel('Question').fill('有速率限制吗？')
    await chinese.getByLabel('Answer').fill('取决于你的分组。')
    await drawer.getByText('Preview', { exact: true }).click()
    await english.locator('em').getByText('group').waitFor()
    await assertAccessible(page, 'the preview of a question')
    await page.keyboard.press('Escape')
    const leaving = page.getByRole('dialog', { name: 'Discard your changes?' })
    await leaving.getByRole('button', { name: 'Keep editing' }).click()
    await drawer.getByRole('button', { name: 'Add question' }).click()
    await question(page, 'Are there limits?').waitFor()
    await drawer.waitFor({ state: 'detached' })

    // Somebody else adds a question meanwhile; a change of another one keeps it.
    const root = await asRoot(server)
    const stored = dataOf(await root.call(faqApi.list))
    const theirs = { question: 'Is there an invoice?', answer: 'Yes.', question_zh: '', answer_zh: '' }
    await root.call(faqApi.save, { body: { entries: [...stored, theirs] } })
    await page.getByRole('button', { name: 'Edit “How do I pay?”' }).click()
    await english.getByLabel('Question').fill('How can I pay?')
    await drawer.getByRole('button', { name: 'Save changes' }).click()
    await drawer.waitFor({ state: 'detached' })
    assert.deepEqual(await shown(page), ['How can I pay?', 'Are there limits?', 'Is there an invoice?'])

    const more = (name: string) => page.getByRole('button', { name: `More for ${name}` })
    await fewClicks(page, 'move a question to the top', async () => {
      await more('Is there an invoice?').click()
      await page.getByRole('menuitem', { name: 'Move to the top' }).click()
      await page.getByText('“Is there an invoice?” is now number 1').waitFor()
    })
    await more('Are there limits?').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('tooltip').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('“Are there limits?” deleted').waitFor()
    assert.deepEqual(await shown(page), ['Is there an invoice?', 'How can I pay?'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await question(page, 'Are there limits?').waitFor()

    // A visitor: search, answer, link.
    await context.clearCookies()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${url}/faq`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Add question' }).count(), 0)
    await fewClicks(page, 'find an answer and copy its link', async () => {
      await page.getByLabel('Search questions').waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('速率')
      await page.getByText('1 question for “速率”').waitFor()
      assert.deepEqual(await shown(page), ['Are there limits?'])
      await question(page, 'Are there limits?').click()
      await page.getByText('Those of your').waitFor()
      await page.getByRole('button', { name: 'Copy link' }).click()
      await page.getByText('Link copied').waitFor()
    })
    await page.getByLabel('Search questions').fill('zzzz')
    const elsewhere = page.getByRole('link', { name: 'Search the guide' })
    assert.match((await elsewhere.getAttribute('href')) ?? '', /\/guide\?q=zzzz$/)
    await page.getByLabel('Search questions').fill('速率')
    await question(page, 'Are there limits?').click()
    await assertAccessible(page, 'an open question')
    const link = await clipboard(page)
    assert.equal(link, `${url}/faq#q-are-there-limits`)
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByText('Those of your').waitFor()
    await page.getByRole('navigation', { name: 'More help' }).getByRole('link', { name: 'Guide' }).click()
    await page
      .getByRole('navigation', { name: 'Pages of the handbook' })
      .getByRole('link', { name: 'Frequently asked questions' })
      .waitFor()
  },
  { language: 'en' },
)

journey('the address of the model list leads to the prices', async ({ page, url }) => {
  await page.goto(`${url}/models?q=gpt`)
  await page.waitForURL((address) => address.pathname === '/pricing' && address.search === '?q=gpt')
})
