import assert from 'node:assert/strict'
import { orgAdminApi, orgApi } from '@turnpike/contract/identity/organisation-api'
import { clientOf } from '../../../server/test/ledger/organisations.ts'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { asRoot, dataOf, rowOf } from '../steps.ts'
import { dollar, firmOf } from './firm-steps.ts'

const journey = journeys()

journey(
  'an administrator finds an organization, changes its balance and limits, disables and deletes it',
  async (walk) => {
    const { page, server, url } = walk
    const { org } = await firmOf(server, 'Watched', { owner: 'rosa', members: { sven: 'viewer' } })
    await firmOf(server, 'Other firm', { owner: 'rosb' })
    const root = await asRoot(server)
    const shown = async () => dataOf(await root.call(orgAdminApi.get, { params: { id: String(org) } }))
    await openSignedIn(page, url, '/organizations')
    await rowOf(page, 'Other firm').waitFor()
    await page.getByLabel('ID, name or member').fill('sven')
    await rowOf(page, 'Other firm').waitFor({ state: 'detached' })
    await assertAccessible(page)

    await page.getByRole('button', { name: 'More for Watched' }).click()
    await page.getByRole('menuitem', { name: 'Change balance' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('12')
    await dialog.getByRole('button', { name: 'Add $12.00' }).click()
    await dialog.getByText('Enter a reason').waitFor()
    await dialog.getByLabel('Reason', { exact: true }).fill('Paid by invoice')
    await dialog.getByRole('button', { name: 'Add $12.00' }).click()
    await page.getByText('Balance of Watched changed').waitFor()
    await rowOf(page, 'Watched').getByText('$12.00').waitFor()
    assert.equal((await shown()).quota, 12 * dollar)

    await rowOf(page, 'Watched').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByText('Paid by invoice').waitFor()
    await dialog.getByLabel('Requests per minute').fill('many')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByText('A whole number from 1 to 1,000,000').first().waitFor()
    await dialog.getByLabel('Requests per minute').fill('90')
    await dialog.getByLabel('Name', { exact: true }).fill('Watched well')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.waitFor({ state: 'detached' })
    const changed = await shown()
    assert.deepEqual([changed.name, changed.limits], ['Watched well', { requests_per_minute: 90 }])

    await rowOf(page, 'Watched well').getByRole('button', { name: 'Edit' }).click()
    await dialog.getByRole('button', { name: 'Make owner' }).click()
    await page.getByRole('tooltip').getByRole('button', { name: 'Make owner' }).click()
    await page.getByText('sven is now the owner').waitFor()
    assert.equal((await shown()).owner, 'sven')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More for Watched well' }).click()
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await rowOf(page, 'Watched well').getByText('Disabled').waitFor()
    assert.equal((await shown()).state, 'disabled')

    await page.getByRole('button', { name: 'More for Watched well' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByText('$12.00').waitFor()
    await dialog.getByLabel('Reason', { exact: true }).fill('The firm is closed')
    await assertAccessible(page)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await rowOf(page, 'Watched well').waitFor({ state: 'detached' }) // no user whom the search finds is a member any more
    const { state, quota } = await shown()
    assert.deepEqual({ state, quota }, { state: 'deleted', quota: 0 })
    assert.deepEqual(dataOf(await (await clientOf(server, 'rosa')).call(orgApi.list)).items, [])
  },
)
