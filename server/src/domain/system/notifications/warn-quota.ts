import type { OptionValues } from '@turnpike/contract/options'
import type { Letter } from '../../../mail/letter.ts'
import { shownQuota } from '../../usage/logs/quota-text.ts'
import {
  findToNotify,
  type LastWarning,
  markDue,
  readDueWarnings,
  readLastEntry,
  readMarks,
  readMovedBalances,
  readWarnings,
  replaceWarning,
  writeMarks,
} from './notifications.queries.ts'
import { notify } from './notify.ts'
import { findOrgsToWarn, findPayersOf } from './org-warnings.queries.ts'
import { readStored } from './stored-setting.ts'
import { decideWarning, levelOf, type WarningLevel, warningEvents, warningEverySeconds } from './warning-level.ts'

type WarnQuotaDeps = Parameters<typeof notify>[0]
type Reader = { email: string; setting: string }
/** A user, or an organisation, whose owner and billing members read the warning. */
type Account = {
  id: number
  name: string
  quota: number
  level: WarningLevel
  readers(): Promise<Reader[]>
  topUpPath: string
}
type Candidate = { account: Account; lastWarning: LastWarning | undefined; wasCharged: boolean }

const markName = 'quota warnings'
const batchMax = 200
const atOnce = 4

/**
 * Checks every user whose balance moved since the run before last, and warns those whose balance fell to a worse level.
 * The moves are read from the ledger, so that calls do no work for warnings.
 */
export async function warnQuota(deps: WarnQuotaDeps, keepLease: () => Promise<boolean>): Promise<void> {
  const { store, clock } = deps
  const last = await readLastEntry(store)
  const marks = await readMarks(store, markName)
  // The first run only sets the marks: earlier charges warn no user.
  const moved = marks ? await readMovedBalances(store, marks.before_last, last) : []
  const charged = new Map(moved.map(({ user_id, was_charged }) => [user_id, Number(was_charged) === 1]))
  for (const { user_id } of await readDueWarnings(store, clock() - warningEverySeconds)) charged.set(user_id, true)
  const ids = [...charged.keys()]
  for (let from = 0; from < ids.length; from += batchMax) {
    if (!(await keepLease())) return
    await warnBatch(deps, ids.slice(from, from + batchMax), charged)
  }
  await writeMarks(store, markName, { before_last: marks?.last ?? last, last })
}

async function warnBatch(deps: WarnQuotaDeps, ids: number[], charged: ReadonlyMap<number, boolean>): Promise<void> {
  const rows = await readWarnings(deps.store, ids)
  const lastWarnings = new Map(rows.map(({ user_id, ...lastWarning }) => [user_id, lastWarning]))
  const candidates = (await accountsOf(deps, ids)).map((account) => ({
    account,
    lastWarning: lastWarnings.get(account.id),
    wasCharged: charged.get(account.id) ?? false,
  }))
  for (let from = 0; from < candidates.length; from += atOnce)
    await Promise.all(candidates.slice(from, from + atOnce).map((candidate) => warn(deps, candidate)))
}

async function accountsOf({ store, options }: WarnQuotaDeps, ids: number[]): Promise<Account[]> {
  const organisations = (await findOrgsToWarn(store, ids)).map((row): Account => {
    const threshold = readStored(row.setting).warning_threshold ?? 0
    return {
      ...row,
      level: threshold > 0 ? levelOf(row.quota, threshold) : 0, // who set no threshold wants no warning
      readers: () => findPayersOf(store, row.id),
      topUpPath: `/topup?org=${row.id}`,
    }
  })
  const people = (await findToNotify(store, ids)).map(({ username, ...row }): Account => {
    const threshold = readStored(row.setting).warning_threshold ?? options.current().QuotaRemindThreshold
    const level = levelOf(row.quota, threshold)
    return { ...row, name: username, level, readers: async () => [row], topUpPath: '/topup' }
  })
  return [...organisations, ...people]
}

async function warn(deps: WarnQuotaDeps, { account, lastWarning, wasCharged }: Candidate): Promise<void> {
  const { store, options, clock } = deps
  const { level } = account
  const now = clock()
  const decision = decideWarning({ level, lastWarning, wasCharged, now })
  if (decision === 'later') await markDue(store, account.id)
  if (lastWarning && (decision === 'recover' || (decision === 'nothing' && lastWarning.is_due)))
    await replaceWarning(store, account.id, lastWarning, { level, warned_at: lastWarning.warned_at, is_due: 0 })
  if (decision !== 'warn' || !isWarning(level)) return
  // Written before the notification is sent: two instances must not both send it.
  if (!(await replaceWarning(store, account.id, lastWarning, { level, warned_at: now, is_due: 0 }))) return
  if (!(await isTold(deps, account, level, quotaLetter(account, level, options.current()))))
    await replaceWarning(
      store,
      account.id,
      { level, warned_at: now },
      { level: lastWarning?.level ?? 0, warned_at: now, is_due: 1 },
    )
}

/** Notifies those who have asked for it; false when none of them could be reached. */
async function isTold(deps: WarnQuotaDeps, account: Account, level: 1 | 2, letter: Letter): Promise<boolean> {
  const event = warningEvents[level]
  const readers = (await account.readers()).filter(({ setting }) => readStored(setting).events.includes(event))
  const sent = await Promise.all(readers.map((reader) => notify(deps, reader, event, letter)))
  const outcomes = sent.flatMap(({ mail, webhook }) => [mail, webhook])
  return outcomes.includes(true) || !outcomes.includes(false)
}

const isWarning = (level: WarningLevel): level is 1 | 2 => level !== 0

/** The letter that a balance is low or used up, with a link to top up. */
function quotaLetter({ name, quota, topUpPath }: Account, level: 1 | 2, options: OptionValues): Letter {
  const { SystemName, ServerAddress } = options
  const left = shownQuota(quota, options)
  const isLow = level === 1
  return {
    subject: isLow
      ? { en: `${SystemName}: your balance is almost used up`, zh: `${SystemName}：余额即将用尽` }
      : { en: `${SystemName}: your balance is used up`, zh: `${SystemName}：余额已用尽` },
    paragraphs: [
      isLow
        ? {
            en: `The balance of ${name} is down to ${left}. Top up before requests are refused.`,
            zh: `${name} 的余额为 ${left}，请及时充值，以免请求被拒绝。`,
          }
        : {
            en: `The balance of ${name} is ${left}. Requests are refused until you top up.`,
            zh: `${name} 的余额为 ${left}，充值前请求会被拒绝。`,
          },
    ],
    ...(ServerAddress && { link: { address: `${ServerAddress}${topUpPath}`, label: { en: 'Top up', zh: '充值' } } }),
  }
}
