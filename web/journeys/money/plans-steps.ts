import assert from 'node:assert/strict'
import { type Plan, planApi } from '@turnpike/contract/money/plans/plan'
import { setOptions } from '../../../server/test/harness/accounts.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { asRoot, createChannel, createToken, dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

export const dollar = 500_000
const model = 'gpt-4o'

/** A channel whose requests cost a dollar each, and a plan that pays for two of them in five hours. */
export async function openShop(server: TestServer): Promise<Plan> {
  const root = await asRoot(server)
  await createChannel(root, { name: 'road', models: model, base_url: upstream().url })
  await setOptions(server, { ModelPrice: JSON.stringify({ [model]: 1 }) })
  const windows = [{ every: 'hours' as const, hours: 5, amount: 2 * dollar }]
  return dataOf(await root.call(planApi.create, { body: { plan: { title: 'Pro', price_amount: 20, windows } } }))
}

/** A user with this many dollars and a token. */
export async function givenBuyer(server: TestServer, username: string, dollars: number) {
  const id = await server.given.user({ username })
  await server.deps.store
    .updateTable('users')
    .set({ quota: dollars * dollar })
    .where('id', '=', id)
    .execute()
  const client = server.client()
  await client.signIn(username)
  const { key } = await createToken(client, 'bot')
  return {
    async request(): Promise<void> {
      const response = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
      })
      assert.equal(response.status, 200, await response.text())
    },
  }
}

/** The texts of the journey in a language of the console. */
export const plansWords = {
  en: {
    payNow: 'Pay $20',
    running: 'The plan is running',
    done: 'Done',
    plans: 'Plans',
    notBegun: 'Begins with the next request',
    planPays: 'Pays now: Pro, then the balance',
    balancePays: 'Pays now: the balance',
    used: (share: number) => `Pro: ${share}% used`,
    paidByPlan: 'Plan Pro',
    username: 'Username or email',
    password: 'Password',
    details: 'Show details',
  },
  zh: {
    payNow: '支付 $20',
    running: '套餐已生效',
    done: '完成',
    plans: '套餐',
    notBegun: '下次请求时开始',
    planPays: '当前付款：Pro，然后是余额',
    balancePays: '当前付款：余额',
    used: (share: number) => `Pro：已用 ${share}%`,
    paidByPlan: '套餐 Pro',
    username: '用户名或邮箱',
    password: '密码',
    details: '展开详情',
  },
} as const
