import { demoPeople } from '../cast/people.ts'
import { monthDays } from '../traffic/call-times.ts'
import { planCalls } from '../traffic/plan-calls.ts'
import { planMoney } from '../traffic/plan-money.ts'
import { channelEvents, testChannels } from './channel-events.ts'
import { codeEvents } from './codes.ts'
import { orderAndPay, unusualOrders } from './pay.ts'
import { planEvents } from './plans.ts'
import { type Addresses, addPerson, setUp } from './set-up.ts'
import { taskEvents } from './tasks.ts'
import type { World } from './world.ts'
import { writeCalls } from './write-calls.ts'

const daySeconds = 86_400
const testedBeforeSeconds = 2400

export const monthStart = (now: number): number => now - monthDays * daySeconds

type Event = { at: number; run: (world: World) => Promise<void> }

/** Takes a fresh installation through a month that ends at `now`: events and calls in the order of their times. */
export async function liveMonth(world: World, now: number, addresses: Addresses): Promise<void> {
  const start = monthStart(now)
  const { calls, orders } = planMoney(planCalls(now))
  world.moveTo(start)
  await setUp(world, addresses)
  const events: Event[] = [
    ...demoPeople.map((person) => ({
      at: start + person.joinedDay * daySeconds + 3600,
      run: () => addPerson(world, person),
    })),
    ...orders.map((order) => ({ at: order.at, run: () => orderAndPay(world, order) })),
    ...codeEvents(start),
    ...planEvents(start),
    ...unusualOrders(start, now),
    ...channelEvents(start),
    ...taskEvents(start, now),
    { at: now - testedBeforeSeconds, run: () => testChannels(world) },
  ]
  events.sort((one, other) => one.at - other.at)
  let written = 0
  for (const { at, run } of events) {
    const next = calls.findIndex((call, index) => index >= written && call.at >= at)
    const until = next === -1 ? calls.length : next
    await writeCalls(world, calls.slice(written, until))
    written = until
    world.moveTo(at)
    await run(world)
  }
  await writeCalls(world, calls.slice(written))
  world.moveTo(now)
}
