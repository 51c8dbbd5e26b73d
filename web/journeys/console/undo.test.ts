import assert from 'node:assert/strict'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
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

journey('acts on channels are taken back: one, by tag and by the batch', async ({ page, url, server }) => {
  const { channel, stored } = await rootOf(server)
  const [one, two] = [await channel('undo one', { tag: 'undoable' }), await channel('undo two', { tag: 'undoable' })]
  await openSignedIn(page, url, '/channel?keyword=undo')
  await chooseInMenu(page, 'More for undo one', 'Disable')
  await undo(page, 'undo one disabled')
  assert.equal((await stored(one)).status, 1)

  const priority = page.getByRole('textbox', { name: 'Priority of undo two' })
  await priority.fill('7')
  await priority.press('Enter')
  await undo(page, 'Priority of undo two set to 7')
  assert.equal((await stored(two)).priority, 0)

  await chooseInMenu(page, 'More for undo two', 'Delete')
  await confirm(page, 'Delete')
  await rowOf(page, 'undo two').waitFor({ state: 'detached' })
  await undo(page, 'undo two deleted')
  await rowOf(page, 'undo two').waitFor()

  for (const name of ['undo one', 'undo two']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 channels' }).click()
  await undo(page, '2 channels deleted', 'Undone for 2 channels')
  await rowOf(page, 'undo one').waitFor()
  assert.equal((await stored(two)).key_hint, 'sk-…6789')

  await page.getByRole('switch', { name: 'Group by tag' }).click()
  await chooseInMenu(page, 'More for undoable', 'Disable all')
  await rowOf(page, 'undoable').getByText('0 of 2 on').waitFor()
  await undo(page, 'All channels of undoable disabled', 'Undone for 2 channels')
  await rowOf(page, 'undoable').getByText('2 of 2 on').waitFor()
})

journey('two administrators who edit one channel are told of each other, and lose nothing', async (walk) => {
  const { page, url, server } = walk
  const { channel, stored } = await rootOf(server)
  const { other, username } = await otherOf(server)
  const id = await channel('shared')
  await openSignedIn(page, url, `/channel/edit/${id}`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('mine')
  await other.call(channelApi.update, { body: { id, name: 'theirs', weight: 6 } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Someone else saved changes' })
  await dialog.getByText(`${username} changed this after you opened it.`, { exact: false }).waitFor()
  await dialog.getByText('theirs').waitFor()
  await dialog.getByText('You entered: mine').waitFor()
  assert.equal((await stored(id)).name, 'theirs', 'nothing is overwritten unasked')
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await name.inputValue(), 'mine')
  assert.equal(
    await page.getByRole('textbox', { name: 'Weight' }).or(page.getByLabel('Weight')).first().inputValue(),
    '6',
  )

  await other.call(channelApi.update, { body: { id, name: 'theirs again' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await messages(page).getByText('Channel saved').waitFor()
  const row = await stored(id)
  assert.deepEqual([row.name, row.weight], ['mine', 6])
})
