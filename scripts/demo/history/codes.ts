import { redemptionApi } from '@turnpike/contract/money/redemption'
import { dollar } from '../traffic/plan-money.ts'
import { consoleOf, type World } from './world.ts'

/** Batches of redemption codes, and the people who use some of them. */
export function codeEvents(start: number): { at: number; run: (world: World) => Promise<void> }[] {
  const on = (day: number) => start + Math.round(day * 86_400)
  const codes = new Map<string, string[]>()
  const make = (day: number, name: string, dollars: number, count: number) => ({
    at: on(day),
    run: async (world: World) => {
      const root = await consoleOf(world, 'root')
      codes.set(name, await root.call(redemptionApi.create, { body: { name, quota: dollars * dollar, count } }))
    },
  })
  const redeem = (day: number, username: string, name: string) => ({
    at: on(day),
    run: async (world: World) => {
      const client = await consoleOf(world, username)
      await client.call(redemptionApi.redeem, { body: { key: codes.get(name)?.pop() ?? '' } })
    },
  })
  return [
    make(0.4, 'welcome', 1, 8),
    make(13.4, 'workshop', 5, 6),
    redeem(1.5, 'lin.wei', 'welcome'),
    redeem(1.6, 'mara', 'welcome'),
    redeem(2.5, 'mei.chen', 'welcome'),
    redeem(8.5, 'tanaka', 'welcome'),
    redeem(15.5, 'sofia', 'workshop'),
    redeem(15.55, 'mara', 'workshop'),
    {
      at: on(19.5),
      run: async (world) => {
        const root = await consoleOf(world, 'root')
        const { items } = await root.call(redemptionApi.list, { query: { p: 1, page_size: 20 } })
        const unused = items.find(({ status, name }) => status === 1 && name === 'workshop')
        if (!unused) return
        await root.call(redemptionApi.update, {
          query: { status_only: 'true' },
          body: { id: unused.id, status: 2 },
        })
      },
    },
  ]
}
