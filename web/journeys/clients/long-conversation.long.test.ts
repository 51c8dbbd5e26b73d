/// <reference lib="dom" />
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'

const journey = journeys()
const messageCount = 80

/** A conversation in the format of the playground's own files. */
function givenConversation() {
  const messages = Array.from({ length: messageCount }, (_, index) => {
    const common = { id: `m${index}`, parent: index === 0 ? null : `m${index - 1}`, created_at: index }
    const response = `Response **${index}**.\n\n- one\n- two\n\n\`\`\`js\nlet a = ${index}\n\`\`\`\n\n${'It goes on. '.repeat(80)}`
    return index % 2 === 0
      ? { ...common, role: 'user', content: `Question ${index}` }
      : { ...common, role: 'assistant', model: 'gpt-4o', state: 'complete', content: response }
  })
  const threads = [{ model: 'gpt-4o', leaf: `m${messageCount - 1}` }]
  return { format: 'turnpike-conversations', conversations: [{ name: 'Long', threads, messages }] }
}

const item = (page: Page, index: number) =>
  page.locator('ol > li', { hasText: new RegExp(`(Question|Response) \\**${index}\\b`) }).first()
const scroller = (page: Page) => page.locator('section[tabindex="0"]').first()
const topOf = (page: Page, index: number) =>
  item(page, index).evaluate((li) => Math.round(li.getBoundingClientRect().top))
const distanceToEnd = (page: Page) =>
  scroller(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))

/** The place of a message once what came near it has been laid out. */
async function restingTop(page: Page, index: number): Promise<number> {
  let top = Number.NaN
  await eventually('the page rests', async () => {
    const last = top
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    top = await topOf(page, index)
    return top === last
  })
  return top
}

journey('a long conversation opens at its end, and stays where it is read', async ({ page, url }) => {
  await openSignedIn(page, url, '/playground')
  await page.getByRole('button', { name: 'Conversations' }).click()
  const buffer = Buffer.from(JSON.stringify(givenConversation()))
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'long.json', mimeType: 'application/json', buffer })
  await page.getByText('1 conversation imported').waitFor()
  await page.keyboard.press('Escape')
  await eventually('all messages are there', async () => (await page.locator('ol > li').count()) >= messageCount)

  // It opens at its end, and everything has its words, so that the browser's search finds them.
  await eventually('the end is shown', async () => (await distanceToEnd(page)) === 0)
  assert.match((await item(page, 1).textContent()) ?? '', /It goes on/)
  await assertAccessible(page, 'en light')

  // Messages near the window are laid out above the reader, and the message in view stays where it is.
  await scroller(page).evaluate((box) => box.scrollBy(0, -5000))
  const seen = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('ol > li')].find((li) => li.getBoundingClientRect().top > 250)
    return Number(/(?:Question|Response) \**(\d+)/.exec(shown?.textContent ?? '')?.[1])
  })
  const before = await restingTop(page, seen)
  await scroller(page).evaluate((box) => box.scrollBy(0, -300))
  const after = await restingTop(page, seen)
  // A message that is laid out for the first time may differ by the margin of a block, not by lines of text.
  assert.ok(Math.abs(after - before - 300) <= 20, `${before} became ${after}`)

  await page.getByRole('button', { name: 'Go to the end' }).click()
  await eventually('the end is shown again', async () => (await distanceToEnd(page)) === 0)
})
