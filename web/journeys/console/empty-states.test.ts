import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../browser.ts'
import { journeys } from '../journey.ts'
import { visitor } from '../sweep/visit.ts'

const journey = journeys()

/** Pages of a new installation: the title of what is empty, and the next step, a link or a button. */
const pages: Record<string, [title: string, step: string, link?: string]> = {
  '/token': ['No tokens yet', 'Create token'],
  '/channel': ['No channels yet', 'Add channel', '/channel/add'],
  '/redemption': ['No redemption codes yet', 'Create codes'],
  '/plans': ['No plans yet', 'Create plan'],
  '/subscriptions': ['No subscriptions yet', 'Give a plan'],
  '/agent/manage': ['No sales agents yet', 'Appoint agent'],
  '/agent/manage?tab=payouts': ['No payout requests yet', 'Payout methods', '/agent/manage?tab=methods'],
  '/agent/manage?tab=shares': ['No shares to review', 'Show all dividends', '/agent/manage?tab=shares&view=every'],
  '/agent/manage?tab=methods': ['No payout methods yet', 'Add method'],
  '/virtual-models': ['No virtual models yet', 'Create virtual model'],
  '/detail': ['No requests in this range', 'Open the playground', '/playground'],
  '/log': ['No rows in this time', 'Create token', '/token'],
  '/task': ['No tasks in this time', 'Create token', '/token'],
  '/midjourney': ['No drawings in this time', 'Create token', '/token'],
  '/live': ['No requests are running', 'Open the usage log', '/log'],
  '/orders': ['No orders yet', 'Set up payment', '/setting?tab=system&section=payment'],
  '/orders?tab=callbacks': ['No callbacks yet', 'Set up payment', '/setting?tab=system&section=payment'],
  '/proposals': ['No pending proposals', 'Add price source', '?tab=sources&open=new'],
  '/proposals?tab=models': ['No pending proposals', 'Watch model lists', '?tab=lists'],
  '/proposals?tab=applied': ['No applied prices yet', 'Review proposals', '/proposals'],
  '/proposals?tab=sources': ['No price sources yet', 'Add price source'],
  '/proposals?tab=lists': ['No channels yet', 'Add channel', '/channel/add'],
  '/setting/providers': ['No identity providers yet', 'Add a provider'],
  '/playground': ['Try a model', 'Add channel', '/channel/add'],
  '/pricing': ['No models yet', 'Add channel', '/channel/add'],
  '/model?name=unknown': ['There is no such model, or your groups may not use it', 'Open price list', '/pricing'],
}

const emptyState = (page: Page, title: string) => page.getByRole('heading', { name: title }).locator('..')

journey('every empty list says what it is for and has the next step', async ({ page, url }) => {
  await openSignedIn(page, url, '/token')
  const { show } = visitor(page, url)
  for (const [path, [title, step, link]] of Object.entries(pages)) {
    await show(path)
    const state = emptyState(page, title)
    await state.getByRole('paragraph').waitFor()
    if (link === undefined) await state.getByRole('button', { name: step }).waitFor()
    else
      assert.match(
        (await state.getByRole('link', { name: step }).getAttribute('href')) ?? '',
        new RegExp(`${link.replace('?', '\\?')}$`),
        path,
      )
  }
  await show('/profit')
  await emptyState(page, 'No requests in this range').getByText('Choose a longer range').waitFor()
  await show('/playground?open=conversations')
  await emptyState(page, 'No conversations yet').getByText('kept in this browser').waitFor()
})
