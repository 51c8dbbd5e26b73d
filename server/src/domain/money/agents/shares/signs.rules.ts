import type { AbuseSign } from '@turnpike/contract/money/agents/dividend'
import { isLoopback, networkOf } from '../../../../http/address-list.ts'
import type { Store } from '../../../../store/store.ts'
import { readCreator, readInviter, readPayerMarks, readTraces, type Trace } from './sharers.queries.ts'

/** An account that pays, and the member who bought for an organisation, or 0. */
export type Paying = { payer_id: number; caller_id: number }

const lookBackSeconds = 90 * 86_400
const invitersMax = 10

/** Signs that an account that pays is the agent's own. An organisation is compared by its creator and its buyer. */
export async function signsOf(
  transaction: Store,
  agent_id: number,
  { payer_id, caller_id }: Paying,
  at: number,
): Promise<AbuseSign[]> {
  const people = [await readCreator(transaction, payer_id), ...(caller_id === 0 ? [] : [caller_id])]
  const accounts = [...new Set([payer_id, ...people])]
  const since = at - lookBackSeconds
  const own = tracesOf(await readTraces(transaction, [agent_id], since))
  const others = tracesOf(await readTraces(transaction, people, since))
  const inviters = await invitersOf(transaction, agent_id)
  const found: Record<AbuseSign, boolean> = {
    address: !own.addresses.isDisjointFrom(others.addresses),
    device: !own.devices.isDisjointFrom(others.devices),
    payer: await hasSamePayer(transaction, agent_id, accounts),
    circle: inviters.has(agent_id) || accounts.some((id) => id === agent_id || inviters.has(id)),
  }
  return (Object.keys(found) as AbuseSign[]).filter((sign) => found[sign]) // the keys of a record of signs are signs
}

/** Loopback is a proxy of this machine that is not trusted to name its clients, so it says nothing about a person. */
function tracesOf(traces: readonly Trace[]): { addresses: Set<string>; devices: Set<string> } {
  const known = traces.filter(({ address }) => address !== '' && !isLoopback(address))
  const browsers = known.filter(({ user_agent }) => user_agent !== '')
  return {
    addresses: new Set(known.map(({ address }) => networkOf(address))),
    devices: new Set(browsers.map(({ address, user_agent }) => `${networkOf(address)} ${user_agent}`)),
  }
}

async function hasSamePayer(transaction: Store, agent_id: number, accounts: readonly number[]): Promise<boolean> {
  const own = new Set(await readPayerMarks(transaction, [agent_id]))
  if (own.size === 0) return false
  const others = await readPayerMarks(
    transaction,
    accounts.filter((id) => id !== agent_id),
  )
  return others.some((mark) => own.has(mark))
}

/** Who has invited the agent, who has invited that user, and so on. */
async function invitersOf(transaction: Store, agent_id: number): Promise<Set<number>> {
  const inviters = new Set<number>()
  let id = agent_id
  for (let level = 0; level < invitersMax; level++) {
    id = await readInviter(transaction, id)
    if (id === 0 || inviters.has(id)) break
    inviters.add(id)
  }
  return inviters
}
