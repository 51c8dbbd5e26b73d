import { limitsApi } from '@turnpike/contract/routing/limits'
import { signInTo } from '../../demo/console-client.ts'
import type { Figure } from '../figure.ts'
import type { BenchRun } from './bench-run.ts'
import { chatCall } from './calls.ts'
import { sendRequests, type Target } from './load.ts'
import { checkOut, startTree } from './other-tree.ts'
import { type Gateway, startGateway, type Upstream, users } from './programs.ts'
import { cpuPer, inOrder, inTurns, median, microseconds, ratio } from './turns.ts'

const connections = 32
const calls = 4000
const warmUpCalls = 40_000
const rounds = 12

/**
 * What limits cost, and with `--against` what a call costs in comparison with another commit. Every process is compiled a
 * little differently, which alone makes one in ten: so the servers are started several times, in changing order, and take
 * turns in between.
 */
export async function compare({ upstream, length, against }: BenchRun): Promise<Figure[]> {
  const tree = against === undefined ? undefined : checkOut(against)
  const starts = Math.ceil(length.rounds / 2)
  const medians: number[][] = []
  for (let start = 0; start < starts; start++) medians.push(await measureOnce(upstream, tree, start))
  const [own = [], withLimits, theirs] = [0, 1, 2].map((contender) => medians.map((each) => each[contender] ?? 0))
  return [
    {
      name: 'CPU per call with three limits and two budgets, times without',
      value: ratio(withLimits, own),
      unit: '×',
      promise: 1.15,
      note: microseconds({ without: own, with: withLimits }),
    },
    ...(against === undefined
      ? []
      : [
          {
            name: `CPU per call, times that of ${against}`,
            value: ratio(own, theirs),
            unit: '×',
            note: microseconds({ now: own, before: theirs }),
          },
        ]),
  ]
}

/** The CPU time of a call: as it is, with limits, and in the other tree. */
async function measureOnce(upstream: Upstream, tree: string | undefined, start: number): Promise<number[]> {
  const starting = [
    () => startGateway(upstream),
    () => startLimited(upstream),
    ...(tree === undefined ? [] : [() => startTree(tree, upstream)]),
  ]
  const servers: (Target & { stop(): Promise<void> })[] = []
  for (const [at, begin] of inOrder(starting, start)) servers[at] = await begin()
  const call = chatCall()
  const send = (server: Target, count: number) => sendRequests(ofOneUser(server), call, count, connections)
  for (const server of servers) await send(server, warmUpCalls)
  const costs = await inTurns(
    rounds,
    servers.map((server) => () => cpuPer(server, calls, () => send(server, calls))),
  )
  for (const server of servers) await server.stop()
  return costs.map(median)
}

async function startLimited(upstream: Upstream): Promise<Gateway> {
  const gateway = await startGateway(upstream)
  await setLimits(gateway)
  return gateway
}

const ofOneUser = (target: Target): Target => ({ ...target, headers: target.headers.slice(0, 1) })

/** Limits that no call reaches. The first user is the super administrator, who has none. */
async function setLimits({ url }: Gateway): Promise<void> {
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
