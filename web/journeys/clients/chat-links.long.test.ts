import assert from 'node:assert/strict'
import { assertAccessible } from '../axe.ts'
import { assertFits, journeys } from '../journey.ts'
import { withUpstream } from '../upstream.ts'
import {
  collectApps,
  enter,
  openRoad,
  serveOutside,
  setChats,
  setOptions,
  settings,
  userWith,
} from './chat-links-steps.ts'

const journey = journeys()
withUpstream()

journey('what no frame can show opens outside: pages over http, apps, the extension', async (walk) => {
  const { page, context, url, server } = walk
  await setChats(server)
  await serveOutside(context)
  const appsOpened = await collectApps(page)
  const [key = ''] = await userWith(server, 'outsider', ['desk'])
  await enter(page, url, 'outsider')

  await page.goto(`${url}/chat/1`)
  await page.getByRole('button', { name: 'Open Plain' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Give the key of “desk” to plain.example?').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Open Plain' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Open Plain' }).click(),
  ])
  await tab.waitForURL(`http://plain.example/?key=${key}`)
  await tab.close()

  await page.goto(`${url}/chat/2`)
  await page.getByText('AMA is an app on this device').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Open AMA' }).click()
  await dialog.getByText('Give the key of “desk” to the app for ama://?').waitFor()
  assert.deepEqual(await appsOpened(), [])
  await dialog.getByRole('button', { name: 'Open AMA' }).click()
  await dialog.waitFor({ state: 'detached' })
  const ama = `ama://set-api-key?server=${encodeURIComponent(url)}&key=${key}`
  assert.deepEqual(await appsOpened(), [ama])
  await page.getByRole('button', { name: 'Open AMA' }).click()
  assert.deepEqual(await appsOpened(), [ama, ama], 'the second time no dialog opens')

  await page.goto(`${url}/chat/4`)
  await page.getByRole('button', { name: 'Open Reader' }).click()
  await dialog.getByRole('button', { name: 'Open Reader' }).click()
  await page.getByText('FluentRead was not found in this browser').waitFor()
  await page.evaluate(() => {
    const extension = document.body.appendChild(document.createElement('div'))
    extension.id = 'fluent-new-api-container'
    extension.addEventListener('fluent:prefill', (event) => {
      extension.textContent = JSON.stringify((event as CustomEvent).detail)
    })
  })
  await page.getByRole('button', { name: 'Open Reader' }).click()
  const taken = await page.locator('#fluent-new-api-container').textContent()
  assert.deepEqual(JSON.parse(taken ?? ''), { id: 'new-api', baseUrl: url, apiKey: key })
})

journey('a chat that cannot be shown says why, and who can mend it', async ({ page, context, url, server }) => {
  await setChats(server)
  await serveOutside(context)
  await userWith(server, 'unlucky', [])
  await enter(page, url, 'unlucky')
  await page.goto(`${url}/chat`)
  await page.getByRole('status').getByText('No enabled token. Create or enable one first.').waitFor()
  await page.waitForURL(`${url}/token`)
  for (const path of ['/chat/5', '/chat/9', '/chat/x']) {
    await page.goto(url + path)
    await page.getByText('The chat link is not set up correctly. Contact your administrator.').waitFor()
  }
  assert.equal(await page.getByRole('link', { name: 'Open chat settings' }).count(), 0)
  await setChats(server, [])
  for (const path of ['/chat', '/chat2link']) {
    await page.goto(url + path)
    await page.getByText('No chat links are set up. Contact your administrator.').waitFor()
  }
  await assertAccessible(page)

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await enter(page, url, 'root')
  await page.goto(`${url}/chat`)
  await page.getByRole('link', { name: 'Open chat settings' }).click()
  await page.getByText('{cherryConfig}', { exact: true }).waitFor()
})

journey('the older address leaves the console for the first chat, after the same dialog', async (walk) => {
  const { page, context, url, server } = walk
  await serveOutside(context)
  await setOptions(server, { ChatLink: 'https://chat.example' })
  const [key = ''] = await userWith(server, 'leaver', ['only'])
  await enter(page, url, 'leaver')
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Chat' }).click()
  await page.getByRole('heading', { name: 'Give the key of “only” to chat.example?' }).waitFor()
  await page.goto(`${url}/chat2link`)
  await page.getByRole('button', { name: 'Open chat.example' }).click()
  await page.waitForURL((address) => address.host === 'chat.example')
  assert.equal(decodeURIComponent(new URL(page.url()).hash), `#/?settings=${decodeURIComponent(settings(key, url))}`)
  await page.goto(`${url}/chat2link`, { waitUntil: 'commit' })
  await page.waitForURL((address) => address.host === 'chat.example')
  await setOptions(server, { ChatLink: '' })
})

journey('a new token is opened in a client from where it was made', async ({ page, context, url, server }) => {
  await setChats(server)
  await serveOutside(context)
  await openRoad(server)
  await userWith(server, 'maker', [])
  await enter(page, url, 'maker')
  await page.getByRole('button', { name: 'Create token' }).first().click()
  const drawer = page.getByRole('dialog').filter({ hasText: 'Token created' })
  await page.getByRole('dialog').getByLabel('Name').fill('fresh')
  await page.getByRole('dialog').getByRole('switch', { name: 'Unlimited' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click()
  await drawer.getByRole('button', { name: 'Plain' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('dialog').getByRole('button', { name: 'Open Plain' }).click(),
  ])
  await tab.waitForURL((address) => address.host === 'plain.example')
  await drawer.getByRole('link', { name: 'More clients' }).click()
  await page.getByRole('heading', { name: 'Connect a client' }).waitFor()
  await page.getByText('This token cannot use any model').or(page.getByText('Run in a terminal')).waitFor()

  await page.goto(`${url}/token`)
  await page.getByRole('row').filter({ hasText: 'fresh' }).getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('menuitem', { name: 'CC Switch' }).click()
  await page.getByRole('heading', { name: 'CC Switch' }).waitFor()
})

journey(
  'on a phone, in Chinese and in the dark, chats and clients fit',
  async ({ page, context, url, server }) => {
    await setChats(server)
    await serveOutside(context)
    await userWith(server, 'strider', ['一', '二'])
    await enter(page, url, 'strider')
    await page.getByRole('button', { name: '菜单' }).click()
    const menu = page.getByRole('navigation', { name: '控制台' })
    await menu.getByRole('button', { name: '聊天' }).click()
    await menu.getByRole('link', { name: 'Framed' }).click()
    await page.getByText('将“二”的密钥交给 chat.example？').waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await page.getByRole('button', { name: '打开 Framed' }).click()
    await page.locator('iframe').contentFrame().getByText('Their chat').waitFor()
    await assertFits(page)
    await page.goto(`${url}/connect`)
    await page.getByRole('heading', { name: 'Claude Code' }).waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await page.getByLabel('客户端').click()
    await page.getByText('Cline / Roo Code').click()
    await page.getByRole('heading', { name: 'Cline / Roo Code' }).waitFor()
    await assertFits(page)
  },
  { language: 'zh', theme: 'dark', width: 390 },
)
