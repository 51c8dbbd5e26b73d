import type { SecondFactors } from '@turnpike/contract/identity/second-factor'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { bothLanguages, type Letter, mailOf } from '../../../mail/letter.ts'
import { logAdminAction, writeAudit } from '../../system/audit/audit.queries.ts'
import { deletePasskeys } from '../passkeys/passkeys.queries.ts'
import { type Administrator, isAbove } from '../user-admin/authority.ts'
import { lockPerson } from '../user-admin/user-admin.queries.ts'
import { readPerson } from '../user-admin/user-admin.rules.ts'
import { changeStanding } from '../users/users.queries.ts'
import { deleteRecoveryCodes, deleteTotp } from './second-factor.queries.ts'
import { readSecondFactors } from './second-factor.rules.ts'

type ResetSecondFactorDeps = Pick<Deps, 'store' | 'mail' | 'options' | 'log'>

export async function secondFactorsOf(
  { store }: ResetSecondFactorDeps,
  caller: Caller,
  id: number,
): Promise<SecondFactors> {
  await readPerson(store, caller, id)
  return readSecondFactors(store, id)
}

/**
 * Removes every second factor of a user who lost theirs, and ends their sessions. Nothing is stored, so it cannot be
 * undone: the user sets up a new one.
 */
export async function resetSecondFactors(
  deps: ResetSecondFactorDeps,
  { caller, actor }: Administrator,
  id: number,
): Promise<void> {
  const person = await deps.store.transaction().execute(async (transaction) => {
    const found = await lockPerson(transaction, id)
    if (!found || found.deleted_at !== null) throw new AppError('user_missing')
    if (!isAbove(caller, found)) throw new AppError('user_update_forbidden')
    const hadTotp = await deleteTotp(transaction, id)
    const hadPasskeys = await deletePasskeys(transaction, id)
    if (!hadTotp && !hadPasskeys) throw new AppError('second_factor_none')
    await deleteRecoveryCodes(transaction, id)
    await changeStanding(transaction, id, {})
    const target = `${found.id} ${found.username}`
    await writeAudit(transaction, actor, { action: 'user.second_factor_reset', target })
    const params = { target: found.username }
    await logAdminAction(transaction, actor, { user: found, event: 'second_factor_reset', params })
    return found
  })
  if (person.email) void tell(deps, person.email)
}

/** In the background: the reset takes effect whether or not a mail server is configured and responds. */
async function tell({ mail, options, log }: ResetSecondFactorDeps, to: string): Promise<void> {
  try {
    const { SystemName, DefaultLanguage } = options.current()
    await mail.send(mailOf(resetLetter(SystemName), to, bothLanguages(DefaultLanguage)))
  } catch (error) {
    log.warn('mail about a removed second factor not sent', { error: (error as Error).message })
  }
}

const resetLetter = (systemName: string): Letter => ({
  subject: { en: `${systemName}: your second factor was removed`, zh: `${systemName}：两步验证已被重置` },
  paragraphs: [
    {
      en: `An administrator of ${systemName} removed the second factors of your account and signed out all its devices. You now sign in with your password or linked account alone.`,
      zh: `${systemName} 的管理员重置了你账户的两步验证，并让所有设备退出登录。之后只需密码或绑定的账户即可登录。`,
    },
    {
      en: 'If you did not ask for this, change your password and contact the administrator.',
      zh: '如果这不是你要求的，请修改密码并联系管理员。',
    },
  ],
})
