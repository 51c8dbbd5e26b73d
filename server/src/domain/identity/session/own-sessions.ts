import type { OwnSession } from '@turnpike/contract/identity/self'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Caller } from '../../../http/caller.ts'
import { deleteOtherSessions, deleteSession, findOwnSessions } from './session.queries.ts'
import { sessionLife } from './session-life.ts'

type OwnSessionsDeps = Pick<Deps, 'store' | 'vault' | 'clock'>

const readOwn = ({ store, clock }: OwnSessionsDeps, userId: number) => {
  const now = clock()
  return findOwnSessions(store, userId, { now, idleBefore: now - sessionLife.idleSeconds })
}

/** A public id of a session, useless as a credential. */
const publicIdOf = ({ vault }: OwnSessionsDeps, idHash: string) =>
  vault.hash(`name of ${idHash}`, 'session').slice(0, 22)

export async function listOwnSessions(deps: OwnSessionsDeps, caller: Caller): Promise<OwnSession[]> {
  const rows = await readOwn(deps, caller.id)
  return rows.map(({ id_hash, ...row }) => ({
    id: publicIdOf(deps, id_hash),
    current: id_hash === caller.session?.hash,
    ...row,
  }))
}

export async function endOwnSession(deps: OwnSessionsDeps, caller: Caller, id: string): Promise<void> {
  const rows = await readOwn(deps, caller.id)
  const named = rows.find(({ id_hash }) => publicIdOf(deps, id_hash) === id)
  if (!named) throw new AppError('not_found')
  await deleteSession(deps.store, named.id_hash)
}

export async function endOtherSessions({ store }: OwnSessionsDeps, caller: Caller): Promise<void> {
  await deleteOtherSessions(store, caller.id, caller.session?.hash ?? '')
}
