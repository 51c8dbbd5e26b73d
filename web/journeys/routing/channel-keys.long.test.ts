import { eventually } from '../../../server/test/harness/eventually.ts'
import { assertAccessibleInBothThemes } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys, resize } from '../journey.ts'

const journey = journeys()

journey('error rules and the choice of channels are set under failover, and a wrong rule is refused', async (walk) => {
  const { page, url, server } = walk
  await openSignedIn(page, url, '/setting?tab=operation&section=failover')
  const rules = page.getByLabel('Error rules')
  await rules.fill('429 explode')
  await page.getByText('Speed', { exact: true }).click()
  await page.getByText('By header', { exact: true }).click()
  await page.getByLabel('Header name').fill('x-thread')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await eventually('the rule is refused', async () => (await rules.getAttribute('aria-invalid')) === 'true')
  await rules.fill('429 cool_key\n5xx retry')
  await save.click()
  await eventually('it is stored', () => {
    const { ErrorRules, ChannelChoice, StickyBy, StickyHeader } = server.deps.options.current()
    return (
      ErrorRules.length === 2 && ChannelChoice === 'latency' && StickyBy === 'header' && StickyHeader === 'x-thread'
    )
  })
  await assertAccessibleInBothThemes(page)
  await resize(page, 390)
  await assertFits(page)
  await resize(page, 1440)
})
