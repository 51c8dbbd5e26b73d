import assert from 'node:assert/strict'
import { tokenApi } from '@turnpike/contract/identity/token'
import { role } from '@turnpike/contract/identity/user'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { redemptionApi } from '@turnpike/contract/money/redemption'
import { channelApi } from '@turnpike/contract/routing/channel'
import { optionApi } from '@turnpike/contract/system/option-api'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { dataOf, rowOf } from '../steps.ts'
import { chooseInMenu, confirm, messages, rootOf, undo } from './undo-steps.ts'

const journey = journeys()

let helpers = 0

/** Another administrator at work beside the browser. */
async function otherOf(server: TestServer, level: number = role.admin) {
  const username = `helper${++helpers}`
  await server.given.user({ username, role: level })
  const other = server.client()
  await other.signIn(username)
  return { other, username }
}

journey('an undo that would overwrite somebody else is refused in words', async ({ page, url, server }) => {
  const { channel, root } = await rootOf(server)
  const id = await channel('contested')
  await openSignedIn(page, url, '/channel?keyword=contested')
  const weight = page.getByRole('textbox', { name: 'Weight of contested' })
  await weight.fill('3')
  await weight.press('Enter')
  await messages(page).getByText('Weight of contested set to 3').waitFor()
  await root.call(channelApi.update, { body: { id, weight: 9 } })
  await messages(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByText(`Not undone: “Weight” of #${id} contested was changed since.`).waitFor()
})

journey('tokens, codes and users come back after an undo', async ({ page, url, server }) => {
  const { root } = await rootOf(server)
  const token = dataOf(await root.call(tokenApi.create, { body: { name: 'ci token', unlimited_quota: true } }))
  await root.call(redemptionApi.create, { body: { name: 'prize', quota: 5, count: 1 } })
  await server.given.user({ username: 'bella' })

  await openSignedIn(page, url, '/token')
  await chooseInMenu(page, 'More for ci token', 'Disable')
  await undo(page, 'ci token disabled')
  await chooseInMenu(page, 'More for ci token', 'Delete')
  await confirm(page, 'Delete')
  await rowOf(page, 'ci token').waitFor({ state: 'detached' })
  await undo(page, 'Token deleted')
  await rowOf(page, 'ci token').waitFor()
  const back = dataOf(await root.call(tokenApi.get, { params: { id: String(token.id) } }))
  assert.deepEqual([back.key, back.status], [token.key, 1])

  await page.goto(`${url}/redemption`)
  await chooseInMenu(page, 'More for prize', 'Disable')
  await undo(page, 'prize disabled')
  await chooseInMenu(page, 'More for prize', 'Delete')
  await confirm(page, 'Delete')
  await undo(page, 'Code deleted')
  await rowOf(page, 'prize').waitFor()

  await page.goto(`${url}/user`)
  await chooseInMenu(page, 'More for bella', 'Disable')
  await confirm(page, 'Disable')
  await undo(page, 'bella disabled')
  await rowOf(page, 'bella').getByText('Active').waitFor()
  await chooseInMenu(page, 'More for bella', 'Delete')
  await confirm(page, 'Delete')
  await rowOf(page, 'bella').getByText('Deleted').waitFor()
  await undo(page, 'bella deleted')
  await rowOf(page, 'bella').getByText('Active').waitFor()
})

journey('the history of a channel tells each change and restores the values before it', async (walk) => {
  const { page, url, server } = walk
  const { channel, root, stored } = await rootOf(server)
  const { other, username } = await otherOf(server)
  const id = await channel('told', { models: 'gpt-4o,o3' })
  await other.call(channelApi.update, { body: { id, models: 'gpt-4o', priority: 5, key: 'sk-other-0123456789' } })
  await openSignedIn(page, url, '/channel?keyword=told')
  await chooseInMenu(page, 'More for told', 'History')
  const drawer = page.getByRole('dialog').filter({ hasText: 'History · told' })
  const entry = drawer.getByRole('listitem').filter({ hasText: 'Edited' })
  await entry.getByText(username).waitFor()
  await entry.getByText('Removed: o3').waitFor()
  await entry.getByText('changed', { exact: true }).waitFor()
  await entry.getByRole('button', { name: 'Restore earlier values' }).click()
  const request = page.getByRole('dialog').filter({ hasText: 'Restore the values from before this change?' })
  await request.getByText('Added: o3').waitFor()
  await request.getByRole('button', { name: 'Restore values' }).click()
  await messages(page).getByText('Values restored').waitFor()
  await drawer.getByText('Earlier values restored').waitFor()
  const row = await stored(id)
  assert.deepEqual([row.models, row.priority], ['gpt-4o,o3', 0])
  assert.ok((await stored(id)).key_hint.startsWith('sk-'))

  // The editor opens the same history, on a phone too.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`${url}/channel/edit/${id}`)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Earlier values restored' }).waitFor()
  await assertFits(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  // Deletions are found and undone in the history of all channels.
  await root.call(channelApi.remove, { params: { id: String(id) } })
  await page.goto(`${url}/channel`)
  await chooseInMenu(page, 'More actions', 'History of all channels')
  const gone = page.getByRole('listitem').filter({ hasText: `Deleted · #${id} told` })
  await gone.getByRole('button', { name: 'Undo' }).click()
  await gone.getByText('Undone').waitFor()
  assert.equal((await stored(id)).name, 'told')
})

journey('the history of settings is searched by setting and restores a value', async ({ page, url, server }) => {
  const { root } = await rootOf(server)
  for (const value of ['First name', 'Second name'])
    await root.call(optionApi.update, { body: { key: 'SystemName', value } })
  await root.call(optionApi.update, { body: { key: 'RetryTimes', value: '4' } })
  await openSignedIn(page, url, '/setting?tab=operation')
  await page.getByRole('button', { name: 'History' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: 'History of settings' })
  await drawer.getByText('Maximum retries').waitFor()
  await drawer.getByRole('combobox', { name: 'Setting' }).fill('SystemName')
  await page.keyboard.press('Enter')
  await drawer.getByText('Maximum retries').waitFor({ state: 'detached' })
  const entry = drawer.getByRole('listitem').filter({ hasText: 'Second name' })
  await entry.getByRole('button', { name: 'Restore earlier values' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore values' }).click()
  await messages(page).getByText('Values restored').waitFor()
  const names = dataOf(await root.call(optionApi.list)).find(({ key }) => key === 'SystemName')
  assert.equal(names?.value, 'First name')
})

journey('users, tokens, codes and settings ask too before they overwrite', async ({ page, url, server }) => {
  const { root } = await rootOf(server)
  const { other } = await otherOf(server, role.root)
  const dialog = page.getByRole('dialog').filter({ hasText: 'Someone else saved changes' })
  const overwrite = () => dialog.getByRole('button', { name: 'Overwrite' }).click()

  const userId = await server.given.user({ username: 'carla' })
  await openSignedIn(page, url, `/user/edit/${userId}`)
  await page.getByRole('textbox', { name: 'Display name' }).fill('Mine')
  await other.call(userAdminApi.update, { body: { id: userId, display_name: 'Theirs' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('You entered: Mine').waitFor()
  await overwrite()
  await messages(page).getByText('User saved').waitFor()
  const carla = dataOf(await root.call(userAdminApi.get, { params: { id: String(userId) } }))
  assert.equal(carla.display_name, 'Mine')

  const token = dataOf(await root.call(tokenApi.create, { body: { name: 'twice', unlimited_quota: true } }))
  await page.goto(`${url}/token?keyword=twice`)
  await rowOf(page, 'twice').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('mine')
  await root.call(tokenApi.update, { query: {}, body: { id: token.id, allow_ips: '10.0.0.1' } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('10.0.0.1').waitFor()
  await overwrite()
  await messages(page).getByText('Token saved').waitFor()
  const saved = dataOf(await root.call(tokenApi.get, { params: { id: String(token.id) } }))
  assert.deepEqual([saved.name, saved.allow_ips], ['mine', '10.0.0.1'], 'their field stays')

  await root.call(redemptionApi.create, { body: { name: 'doubled', quota: 500_000, count: 1 } })
  const [code] = dataOf(await root.call(redemptionApi.list, { query: { p: 1, page_size: 1 } })).items
  await page.goto(`${url}/redemption?keyword=doubled`)
  await rowOf(page, 'doubled').getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('mine')
  await other.call(redemptionApi.update, { query: {}, body: { id: code?.id ?? 0, name: 'theirs' } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByText('You entered: mine').waitFor()
  await overwrite()
  await messages(page).getByText('Code saved').waitFor()

  await page.goto(`${url}/setting?tab=operation&section=general`)
  const retries = page.getByLabel('Maximum retries')
  await retries.fill('2')
  await other.call(optionApi.update, { body: { key: 'RetryTimes', value: '5' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('You entered: 2').waitFor()
  await dialog.getByRole('button', { name: 'Reload' }).click()
  assert.equal(await retries.inputValue(), '2', 'what was typed stays')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await messages(page).getByText('Settings saved').waitFor()
  const stored = dataOf(await root.call(optionApi.list)).find(({ key }) => key === 'RetryTimes')
  assert.equal(stored?.value, '2')
})
