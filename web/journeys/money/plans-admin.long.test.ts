import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { assertAccessible } from '../axe.ts'
import { openSignedIn } from '../browser.ts'
import { assertFits, journeys } from '../journey.ts'
import { dollar } from '../organisation/firm-steps.ts'
import { asRoot } from '../steps.ts'
import { createPlan } from './plans-admin-steps.ts'

const journey = journeys()

for (const [language, theme, width] of [
  ['zh', 'dark', 390],
  ['en', 'light', 390],
  ['zh', 'light', 1440],
] as const)
  journey(
    `plans and subscriptions fit their screen, ${language} ${theme} ${width}`,
    async ({ page, server, url }) => {
      const root = await asRoot(server)
      const title = `${language} ${theme} 一个名称很长的套餐，包含所有模型`
      const plan_id = await createPlan(root, { title, subtitle: '适合小团队', total_amount: 20 * dollar })
      await root.call(subscriptionAdminApi.bind, { body: { user_id: 1, plan_id } })
      for (const path of [`/plans?open=${plan_id}`, `/subscriptions?plan_id=${plan_id}`, '/profit']) {
        await openSignedIn(page, url, path)
        await page.getByText(title).first().waitFor()
        await assertAccessible(page)
        await assertFits(page)
      }
    },
    { language, theme, width },
  )
