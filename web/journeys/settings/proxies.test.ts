import assert from 'node:assert/strict'
import { channelApi } from '@turnpike/contract/routing/channel'
import { proxyApi } from '@turnpike/contract/routing/proxies'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'
import { asRoot, createChannel, dataOf, rowOf } from '../steps.ts'

const journey = journeys()
const settings = '/setting?tab=system&section=proxies'
const address = 'socks5h://ada:geheim-1@127.0.0.1:1'
const masked = 'socks5h://ada:•••@127.0.0.1:1'

journey(
  'a proxy is added, tested, chosen by a channel, kept while it is in use, deleted and brought back',
  async (walk) => {
    const { page, url, server } = walk
    const root = await asRoot(server)
    const id = await createChannel(root, { name: 'abroad', models: 'gpt-4o' })
    const stored = async () => dataOf(await root.call(channelApi.get, { params: { id: String(id) } })).setting

    await openSignedIn(page, url, settings)
    await page.getByText('No proxies yet').waitFor()
    await page.getByRole('button', { name: 'Add proxy' }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('The name must have 1 to 64 characters').waitFor()
    await drawer.getByLabel('Name').fill('tokyo-1')
    await drawer.getByLabel('Address').fill('127.0.0.1:1080')
    await drawer.getByText('The address of a proxy looks like').waitFor()
    await drawer.getByLabel('Address').fill(address)
    await drawer.getByRole('button', { name: 'Test' }).click()
    await drawer.getByText('The proxy could not be reached').waitFor()
    await assertAccessible(page, 'the drawer of a proxy')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByText(masked).waitFor()
    await page.getByText('not in use').waitFor()
    await page.getByRole('button', { name: 'Test tokyo-1' }).click()
    await page.getByText('The proxy could not be reached').waitFor()
    await assertAccessible(page, 'the list of proxies')

    await page.getByRole('button', { name: 'Edit tokyo-1' }).click()
    assert.equal(await drawer.getByLabel('Address').inputValue(), masked)
    await drawer.getByLabel('Address').fill(masked.replace('ada', 'eve'))
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter the password of the proxy again').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).last().click()
    await drawer.waitFor({ state: 'detached' })

    await page.goto(`${url}/channel/edit/${id}`)
    await page.getByLabel('Proxy', { exact: true }).click()
    await page.getByTitle(masked).click()
    await page.getByText('Everything that this channel sends goes through it').waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).last().click()
    await page.getByText('The proxy could not be reached').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('saved').first().waitFor()
    assert.deepEqual(JSON.parse(await stored()), { proxy: 'tokyo-1' })

    await page.goto(`${url}/channel`)
    await rowOf(page, 'abroad').getByTitle('Proxy: tokyo-1').waitFor()
    await page.goto(url + settings)
    await page.getByText('used by 1 channel').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Delete tokyo-1' }).isDisabled())

    await page.goto(`${url}/channel/edit/${id}`)
    await page.getByLabel('Proxy', { exact: true }).click()
    await page.getByTitle('Own address…').click()
    await page.getByLabel('Proxy address').fill('no address')
    await page.keyboard.press('Tab')
    await page.getByText('The address of a proxy looks like').first().waitFor()
    await page.getByLabel('Proxy address').fill(address)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('saved').first().waitFor()
    assert.deepEqual(JSON.parse(await stored()), { proxy: masked })
    await page.goto(`${url}/channel/edit/${id}`)
    await assertAccessible(page, 'the channel editor with a proxy')
    await resize(page, 390)
    await assertFits(page)

    await page.goto(url + settings)
    await assertFits(page)
    await page.getByRole('button', { name: 'Delete tokyo-1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No proxies yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('tokyo-1', { exact: true }).waitFor()
    assert.equal(dataOf(await root.call(proxyApi.list))[0]?.address, masked)
  },
)
