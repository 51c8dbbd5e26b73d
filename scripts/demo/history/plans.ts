import { type PlanForm, planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { dollar } from '../traffic/plan-money.ts'
import { consoleOf, personOf, type World } from './world.ts'

const plans = {
  starter: {
    title: 'Starter',
    subtitle: '6 dollars to spend within a month',
    price_amount: 5,
    total_amount: 6 * dollar,
    sort_order: 1,
  },
  pro: {
    title: 'Pro',
    subtitle: 'For tools that work all day',
    price_amount: 20,
    windows: [
      { every: 'hours', hours: 5, amount: 2 * dollar },
      { every: 'week', amount: 12 * dollar },
    ],
    sort_order: 2,
  },
} satisfies Record<string, Partial<PlanForm>>
const subscriber = 'sofia'

/** Two plans, and a subscription whose pot pays for the calls of its last days. */
export function planEvents(start: number): { at: number; run: (world: World) => Promise<void> }[] {
  const on = (day: number) => start + Math.round(day * 86_400)
  let planId = 0
  return [
    {
      at: on(20.4),
      run: async (world) => {
        const root = await consoleOf(world, 'root')
        await root.call(planApi.create, { body: { plan: plans.starter } })
        const { id } = await root.call(planApi.create, { body: { plan: plans.pro } })
        planId = id
      },
    },
    {
      at: on(26.5),
      run: async (world) => {
        const root = await consoleOf(world, 'root')
        const person = personOf(world, subscriber)
        const body = { plan_id: planId }
        const { subscription } = await root.call(subscriptionAdminApi.give, { params: { id: String(person.id) }, body })
        const { id } = await world.deps.store
          .selectFrom('pots')
          .select('id')
          .where('subscription_id', '=', subscription.id)
          .executeTakeFirstOrThrow()
        person.sources = [id, 0]
      },
    },
  ]
}
