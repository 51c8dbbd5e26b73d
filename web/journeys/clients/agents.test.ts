import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'

const journey = journeys()

journey('an administrator lets agents in and creates a token for one', async ({ page, url, server }) => {
  await openSignedIn(page, url, '/setting?tab=system')
  const agents = page.getByRole('link', { name: 'AI agents', exact: true })
  await page.getByRole('switch', { name: 'Console for agents' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('No unsaved changes').waitFor()
  await page.goto(`${url}/agents`)
  await page.getByText('You have no access token.').waitFor()
  await page.getByText(`turnpike ${url}/mcp`).waitFor()
  await assertAccessible(page)
  await agents.waitFor()

  await page.getByRole('link', { name: 'Create access token' }).click()
  await page.getByRole('button', { name: 'Generate token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What the token may do').click()
  await page.getByTitle('Scripts and agents: everything').click()
  await dialog.getByRole('button', { name: 'Generate token' }).click()
  await page.getByText('Copy it now. It is shown only once.').waitFor()
  const shown = page.getByText('Copy it now. It is shown only once.').locator('..').locator('code')
  const token = await shown.textContent()
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  assert.match(await response.text(), /"name":"change_option"/)
  await agents.click()
  await page.getByText('Your token lets agents read and change what you can change').waitFor()
})
