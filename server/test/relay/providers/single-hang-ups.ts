import type { HeldResponse } from '../../../../mock-upstream/held-responses.ts'
import { assertCharged, type Books } from '../books.ts'
import type { Account } from './accounts.ts'
import { arrival, socketsRead } from './client-call.ts'
import type { MoneySuite } from './money-suite.ts'
import { driveSingle } from './single-driver.ts'
import { testVariants } from './test-variants.ts'
import type { SingleCase } from './wire-cases.ts'

type Moment = { variant: string; release(held: HeldResponse): Promise<void> }
const moments: Moment[] = [
  { variant: 'before the head', release: async () => {} },
  { variant: 'behind the head', release: (held) => held.releaseHead() },
]
const behindFirstPiece: Moment = { variant: 'behind the first piece', release: (held) => held.release(1) }

const beforeTheEnd: Record<'events' | 'sound', Moment> = {
  events: { variant: 'behind the last event', release: (held) => held.releasePieces() },
  sound: { variant: 'behind most of the sound', release: (held) => held.release(3) },
}

/** What a client pays that leaves before the end, and what becomes of the upstream call. */
export function singleHangUps(suite: MoneySuite, single: SingleCase): void {
  const { begin } = driveSingle(suite, single)
  const { account, holdResponse, leave } = suite

  async function leaveAt({ release, mine }: Moment & { mine: Account }): Promise<Books> {
    const held = holdResponse(mine)
    const client = begin(mine)
    client.response.catch(() => {}) // it may never come
    await arrival(held, client)
    await release(held)
    await socketsRead()
    return leave(mine, client)
  }

  const { passesThrough, abandoned, begun = abandoned, delivered = abandoned } = single.request
  testVariants(
    'costs what was requested if its client does not wait, and the upstream call is aborted',
    suite
      .some(single, [
        ...moments.map((moment) => ({ ...moment, cost: abandoned })),
        { ...behindFirstPiece, cost: begun },
      ])
      .map((moment) => ({ ...moment, mine: account(single.channel) })),
    async ({ cost, ...moment }) => void assertCharged(await leaveAt(moment), cost),
  )

  if (!passesThrough) return
  testVariants(
    'costs what was delivered if its client leaves just before the end',
    [{ ...beforeTheEnd[passesThrough], mine: account(single.channel) }],
    async (moment) => void assertCharged(await leaveAt(moment), delivered),
    single.request.defects?.['hang-up'],
  )
}
