import { agentAdminApi } from '@turnpike/contract/money/agents/agent-api'
import type { PayoutMethod } from '@turnpike/contract/money/agents/withdrawal'
import type { BrowserContext, Page } from 'playwright-core'
import { runShares } from '../../../server/src/jobs/run-shares.ts'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import { eventually } from '../../../server/test/harness/eventually.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, dataOf } from '../steps.ts'
import type { PaymentSite } from './payment-site.ts'

export const dollar = 500_000

const bank: PayoutMethod = {
  ...{ id: 0, name: 'Bank account', name_zh: '银行账户', enabled: true },
  fields: [
    { label: 'Holder', label_zh: '户名', required: true },
    { label: 'Account', label_zh: '账号', required: true },
    { label: 'Bank', label_zh: '开户行', required: false },
  ],
}

/** Agents are on; shares are final immediately, payouts from a dollar on cost two percent and go to a bank. */
export async function openProgram(server: TestServer) {
  await setOptions(server, { AgentsEnabled: 'true', AgentApplication: 'review' })
  const root = await asRoot(server)
  const terms = { waiting_days: 0, withdrawal_min: dollar, withdrawal_fee_share: 2 }
  dataOf(await root.call(agentAdminApi.setTerms, { body: { scope: 'installation', terms } }))
  dataOf(await root.call(agentAdminApi.setMethods, { body: { methods: [bank] } }))
}

/** A user whom an administrator has made an agent; returns the id. */
export async function givenAgent(server: TestServer, username: string): Promise<number> {
  const user_id = await server.given.user({ username })
  dataOf(await (await asRoot(server)).call(agentAdminApi.appoint, { body: { user_id } }))
  return user_id
}

/** The browser forgets who was signed in, as that of another person. */
export async function becomeVisitor(page: Page, context: BrowserContext) {
  await context.clearCookies()
  await page.evaluate(() => localStorage.removeItem('user'))
}

/** Tops up twenty dollars at the payment site, which reports the payment. */
export async function topUp(page: Page, context: BrowserContext, site: PaymentSite): Promise<void> {
  const pay = /^(Pay|支付) ¥/
  await page.getByRole('button', { name: '$20 ¥146.00' }).click()
  await page.getByRole('button', { name: pay }).click()
  const opening = context.waitForEvent('page')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: pay }).click()
  await (await opening).getByText('Scan to pay').waitFor()
  await site.notify(site.lastForm())
  await dialog.getByRole('button', { name: /^(Done|完成)$/ }).click()
}

/** The job of the server looks at paid orders every ten seconds: it is run at once, unless it runs. */
export const shareOf = ({ deps }: TestServer, agent_id: number) =>
  eventually('the share of the payment', async () => {
    await runShares(deps, 'journey')
    return deps.store.selectFrom('dividends').select('amount').where('agent_id', '=', agent_id).executeTakeFirst()
  })

/** The texts of the journey in a language of the console. */
export const agentWords = {
  en: {
    nobody: 'Nobody has registered with your link yet',
    username: 'Username',
    password: 'Password',
    repeat: 'Repeat password',
    created: 'Account created',
    final: 'Final',
    payment: 'Payment',
    request: 'Request payout',
    holder: 'Holder',
    account: 'Account',
    missing: 'Fill in: Holder',
    continue: 'Continue',
    confirm: 'Request payout',
    requested: 'Payout requested',
    asked: 'Requested',
    cancel: 'Cancel',
    cancelRequest: 'Cancel request',
    cancelled: 'Cancelled',
    approve: 'Approve',
    pay: 'Record as paid',
    reference: 'Payment number',
    paid: 'Paid out',
    record: 'Payout of earnings',
  },
  zh: {
    nobody: '还没有人通过你的链接注册',
    username: '用户名',
    password: '密码',
    repeat: '确认密码',
    created: '账户已创建',
    final: '已结算',
    payment: '付款',
    request: '申请提现',
    holder: '户名',
    account: '账号',
    missing: '请填写户名',
    continue: '继续',
    confirm: '确认提现',
    requested: '提现申请已提交',
    asked: '待审核',
    cancel: '撤销',
    cancelRequest: '撤销申请',
    cancelled: '已撤销',
    approve: '批准',
    pay: '登记打款',
    reference: '付款单号',
    paid: '已打款',
    record: '收益提现',
  },
} as const
export type AgentWords = (typeof agentWords)[keyof typeof agentWords]

/** Asks for a payout of everything, after a first try without an account. */
export async function askForPayout(page: Page, words: AgentWords): Promise<void> {
  await page.getByRole('button', { name: words.request }).click()
  const drawer = page.getByRole('dialog')
  const next = drawer.getByRole('button', { name: words.continue })
  await next.click()
  await drawer.getByText(words.missing).waitFor()
  await drawer.getByLabel(words.holder).fill('Mara Okafor')
  await drawer.getByLabel(words.account).fill('DE89 3704')
  await drawer.getByText('$1.96').first().waitFor()
  await next.click()
  const confirmation = page.getByRole('dialog').filter({ hasText: 'DE89 3704' })
  await confirmation.getByRole('button', { name: words.confirm, exact: true }).click()
  await page.getByText(words.requested).waitFor()
  await drawer.first().waitFor({ state: 'detached' })
}
