import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'

const journey = journeys()

/** The heads of a table that are wider than their cells. */
const clippedHeads = (table: Locator) =>
  table.locator('thead th').evaluateAll((cells) =>
    cells
      .filter((cell) => {
        const words = document.createRange()
        words.selectNodeContents(cell)
        const { paddingLeft, paddingRight } = getComputedStyle(cell)
        const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return words.getBoundingClientRect().width > room + 1
      })
      .map((cell) => cell.textContent),
  )

for (const language of ['en', 'zh'] as const)
  journey(
    `the heads of lists are read in full (${language})`,
    async ({ page, url }) => {
      await openSignedIn(page, url, '/user')
      const users = page.getByRole('table')
      await users.getByText('root', { exact: true }).waitFor()
      assert.deepEqual(await clippedHeads(users), [])
    },
    { language },
  )

journey('the forms of the console are equally wide', async ({ page, url }) => {
  await openSignedIn(page, url, '/setting')
  const rightEdge = async (content: Locator) => {
    await content.waitFor()
    return content.evaluate((element) => Math.round(element.getBoundingClientRect().right))
  }
  const edge = await rightEdge(page.getByRole('main').getByRole('navigation').first())
  assert.equal(await rightEdge(page.locator('main dl').first()), edge)
  await page.goto(`${url}/route`)
  assert.equal(await rightEdge(page.getByRole('heading', { name: 'Choose a model' }).locator('xpath=../..')), edge)
})

journey(
  'the addresses of the API reference fit a phone',
  async ({ page, url }) => {
    await page.goto(`${url}/reference`)
    const table = page.getByRole('table')
    await table.getByText('x-goog-api-key').waitFor()
    const hidden = await table.locator('..').evaluate((box) => box.scrollWidth - box.clientWidth)
    assert.equal(hidden, 0)
  },
  { width: 390 },
)
