import type { OptionValues } from '@turnpike/contract/options'
import { logType } from '@turnpike/contract/usage/log'
import { type LogEvent, logText } from '@turnpike/contract/usage/log-events'
import type { Store } from '../../../../store/store.ts'
import { findUser } from '../../../identity/users/users.queries.ts'
import { loggedQuota } from '../../../usage/logs/quota-text.ts'
import { writeLog } from '../../../usage/logs/write-log.queries.ts'
import { addDebt, payDebt } from './debt.ts'
import { type DividendRow, readUnreserved, saveReversed } from './dividends.queries.ts'
import { postNew } from './post-new.ts'

/** Names the entry of a share. A change of the share adds its number. */
export const referenceOf = ({ cause, reference, level }: Pick<DividendRow, 'cause' | 'reference' | 'level'>) =>
  `${cause} ${reference} ${level}`

type Told = { at: number; options: OptionValues; event?: LogEvent }

/**
 * Posts the difference between what was taken back of a share and what should be. It takes earnings that no payout has
 * reserved; the rest is a debt. The row of the agent is locked, and the share was read after that.
 */
export async function setReversed(
  transaction: Store,
  share: DividendRow,
  reversed: number,
  { at, options, event = 'dividend_reversed' }: Told,
): Promise<void> {
  const { id, agent_id } = share
  const difference = reversed - share.reversed
  if (difference === 0) return
  const changes = share.changes + 1
  const entry = { user_id: agent_id, reference: `${referenceOf(share)} ${changes}`, at, detail: detailOf(share) }
  await saveReversed(transaction, id, { reversed, changes })
  if (difference > 0) {
    const amount = Math.min(difference, await readUnreserved(transaction, agent_id))
    if (amount > 0) await postNew(transaction, { ...entry, kind: 'dividend_reversal', amount })
    if (amount < difference) await addDebt(transaction, agent_id, difference - amount)
    return logForAgent(transaction, agent_id, { event, amount: difference, at, options })
  }
  await postNew(transaction, { ...entry, kind: 'dividend', amount: -difference })
  await payDebt(transaction, agent_id, at)
  await logForAgent(transaction, agent_id, { event: 'dividend', amount: -difference, at, options })
}

const basisOf = { payment: 'payments', credit: 'credits', spend: 'spend' } as const satisfies Record<
  DividendRow['cause'],
  string
>

/** The rule of a share, for its entry in the ledger. */
export const detailOf = ({ share, cause }: Pick<DividendRow, 'share' | 'cause'>) => `${share}% of ${basisOf[cause]}`

type Event = { event: LogEvent; amount: number; at: number; options: OptionValues }

/** The log of an agent never names who has paid. */
export async function logForAgent(
  transaction: Store,
  agent_id: number,
  { event, amount, at, options }: Event,
): Promise<void> {
  const { username = '' } = (await findUser(transaction, agent_id)) ?? {}
  const params = { amount: loggedQuota(amount, options) }
  const content = logText(event, 'zh', params)
  const user = { id: agent_id, username }
  await writeLog(transaction, { user, type: logType.system, content, other: { event, params }, at })
}
