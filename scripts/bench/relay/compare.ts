import { planApi } from '@turnpike/contract/money/plans/plan'
import { subscriptionAdminApi } from '@turnpike/contract/money/plans/subscription'
import { limitsApi } from '@turnpike/contract/routing/limits'
import { signInTo } from '../../demo/console-client.ts'
import type { Figure } from '../figure.ts'
import { bursts, chatCall, streamCall } from './calls.ts'
import { readStreams, sendRequests, type Target } from './load.ts'
import { checkOut, ownTree, startTree } from './other-tree.ts'
import { type BenchRun, type Upstream, users } from './programs.ts'
import { cpuPer, inOrder, inTurns, median, microseconds, ratio, rounded } from './turns.ts'

const connections = 32
const calls = 4000
const warmUpCalls = 40_000
const streams = 200
const warmUpStreams = 2000
const rounds = 12

/** Medians of one start: of calls and of streams, for each server. */
type Start = { calls: number[]; streams: number[] }

/**
 * The cost of limits and of a plan, and with `--against` the cost of a call and of a stream compared with another commit. V8 compiles
 * every process a little differently, which alone changes the cost by a tenth. So the servers are started several
 * times, in changing order, and take turns in between. All of them have run before: a server that compiles its code for
 * the first time costs a little more.
 */
export async function compare({ upstream, length, against }: BenchRun): Promise<Figure[]> {
  const tree = against === undefined ? undefined : checkOut(against)
  await upstream.sendStreamsAs(bursts)
  const starts: Start[] = []
  for (let start = 0; start < Math.ceil(length.rounds / 2); start++)
    starts.push(await measureOnce(upstream, tree, start))
  const of = (kind: keyof Start, server: number) => starts.map((each) => each[kind][server] ?? 0)
  return [
    {
      ...figureOf('CPU per call with three limits and two budgets, times without', {
        with: of('calls', 1),
        without: of('calls', 0),
      }),
      promise: 1.15,
    },
    {
      ...figureOf('CPU per call that a plan with two windows pays, times that of the balance', {
        plan: of('calls', 2),
        balance: of('calls', 0),
      }),
      promise: 1.15,
    },
    ...(against === undefined
      ? []
      : [
          figureOf(`CPU per call, times that of ${against}`, { now: of('calls', 0), before: of('calls', 3) }),
          figureOf(`CPU per stream, times that of ${against}`, { now: of('streams', 0), before: of('streams', 3) }),
        ]),
  ]
}

/** The ratio of the first costs to the second, and in the note the medians and the ratio of each start. */
function figureOf(name: string, costs: Record<string, number[]>): Figure {
  const [own = [], base = []] = Object.values(costs)
  const each = own.map((cost, start) => rounded(cost / (base[start] ?? Number.NaN)))
  return { name, value: ratio(own, base), unit: '×', note: `${microseconds(costs)}; starts ${each.join(' ')}` }
}

/** The CPU time of a call and of a stream: as it is, with limits, with a plan, and in the other tree. */
async function measureOnce(upstream: Upstream, tree: string | undefined, start: number): Promise<Start> {
  const starting = [
    () => startTree(ownTree, upstream),
    () => startWith(setLimits, upstream),
    () => startWith(givePlans, upstream),
    ...(tree === undefined ? [] : [() => startTree(tree, upstream)]),
  ]
  const servers: (Target & { stop(): Promise<void> })[] = []
  for (const [at, begin] of inOrder(starting, start)) servers[at] = await begin()
  const call = chatCall()
  const send = (server: Target, count: number) => sendRequests(ofOneUser(server), call, count, connections)
  const stream = (server: Target, count: number) => readStreams(ofOneUser(server), streamCall, count, connections)
  const measure = async (work: typeof send | typeof stream, warmUp: number, count: number) => {
    for (const server of servers) await work(server, warmUp)
    const contenders = servers.map((server) => () => cpuPer(server, count, () => work(server, count)))
    return (await inTurns(rounds, contenders)).map(median)
  }
  const medians = {
    calls: await measure(send, warmUpCalls, calls),
    streams: await measure(stream, warmUpStreams, streams),
  }
  for (const server of servers) await server.stop()
  return medians
}

async function startWith(change: (target: Target) => Promise<void>, upstream: Upstream): ReturnType<typeof startTree> {
  const gateway = await startTree(ownTree, upstream)
  await change(gateway)
  return gateway
}

const ofOneUser = (target: Target): Target => ({ ...target, headers: target.headers.slice(0, 1) })

/** Limits that no call reaches. The first user is the super administrator, who has none. */
async function setLimits({ url }: Target): Promise<void> {
  const root = await signInTo(url, 'root', '123456')
  const body = {
    requests_per_minute: 1_000_000,
    tokens_per_minute: 1_000_000_000,
    calls_at_once: 1000,
    budgets: [
      { window: 'calendar' as const, period: 'month' as const, time_zone: 'UTC', amount: 1_000_000_000_000 },
      { window: 'rolling' as const, period: 'day' as const, amount: 1_000_000_000_000 },
    ],
  }
  for (let id = 2; id <= users + 1; id++) await root.call(limitsApi.setOfUser, { params: { id: String(id) }, body })
}

/** A plan that no call exhausts. */
async function givePlans({ url }: Target): Promise<void> {
  const root = await signInTo(url, 'root', '123456')
  const amount = 1_000_000_000_000
  const { id: plan_id } = await root.call(planApi.create, {
    body: {
      plan: {
        title: 'Pro',
        price_amount: 20,
        total_amount: amount,
        windows: [
          { every: 'hours', hours: 5, amount },
          { every: 'week', amount },
        ],
      },
    },
  })
  for (let id = 2; id <= users + 1; id++)
    await root.call(subscriptionAdminApi.give, { params: { id: String(id) }, body: { plan_id } })
}
