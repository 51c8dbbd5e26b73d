import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { asRoot, dataOf } from '../steps.ts'
import { addBank, agentNamed, askForPayout, heldShare, switchOn } from './agents-admin-steps.ts'

const journey = journeys()

for (const [language, theme, width] of [
  ['zh', 'dark', 390],
  ['en', 'light', 390],
  ['zh', 'light', 1440],
  ['en', 'dark', 1440],
] as const)
  journey(
    `the pages of sales agents fit their screen, ${language} ${theme} ${width}`,
    async ({ page, server, url }) => {
      const root = await asRoot(server)
      await switchOn(server)
      await addBank(root)
      const username = `agent-with-a-long-name-${language}-${theme}-${width}`
      const agent = await agentNamed(server, username)
      await askForPayout(server, { agent, username, dollars: 12_345 })
      const payer = `payer-of-${language}-${theme}-${width}`
      await heldShare(server, { agent, payer, dollars: 1000, signs: ['address', 'device', 'payer', 'circle'] })
      dataOf(
        await root.call(agentAdminApi.setTerms, {
          body: { scope: 'group', group: 'vip', agent_id: 0, terms: { share: 15 } },
        }),
      )
      const pages = [
        ['', username],
        [`open=${agent}`, username],
        ['tab=payouts', username],
        ['tab=shares', username],
        ['tab=shares&view=every', username],
        ['tab=terms', '15%'],
        ['tab=terms&open=group:vip', 'vip'],
        ['tab=methods', 'Bank account'],
      ] as const
      await openSignedIn(page, url, '/agent/manage')
      for (const [query, text] of pages) {
        await page.goto(`${url}/agent/manage?${query}`)
        await page.getByText(text).first().waitFor()
        await assertAccessible(page)
        await assertFits(page)
      }
    },
    { language, theme, width },
  )
