import { limitsApi } from '@turnpike/contract/usage/limits'
import { signInTo } from '../../demo/console-client.ts'
import type { Figure } from '../figure.ts'
import type { BenchRun } from './bench-run.ts'
import { chatCall } from './calls.ts'
import { sendRequests, type Target } from './load.ts'
import { checkOut, startTree } from './other-tree.ts'
import { type Gateway, startGateway, users } from './programs.ts'
import { cpuPer, inTurns, microseconds, ratio } from './turns.ts'

const connections = 32
const calls = 4000

/** What limits cost, and with `--against` what a call costs in comparison with another commit, in turns. */
export async function compare({ upstream, length, against }: BenchRun): Promise<Figure[]> {
  // Not the gateway of the other parts: what it has run before shapes how it was compiled.
  const plain = await startGateway(upstream)
  const limited = await startGateway(upstream)
  await setLimits(limited)
  const other = against === undefined ? undefined : await startTree(checkOut(against), upstream)
  const contenders: Target[] = [plain.ofOneUser, limited.ofOneUser, ...(other ? [ofOneUser(other)] : [])]
  const call = chatCall()
  for (const target of contenders) await sendRequests(target, call, length.warmUpCalls, connections)
  const [own = [], withLimits, theirs] = await inTurns(
    4 * length.rounds,
    contenders.map((target) => () => cpuPer(target, calls, () => sendRequests(target, call, calls, connections))),
  )
  await plain.stop()
  await limited.stop()
  await other?.stop()
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
