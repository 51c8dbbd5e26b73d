import type { Operation, Outcome } from './operations.ts'

/**
 * How a batch treats rows that another transaction has locked. `skip`: leaves out operations whose user or token is
 * locked. `wait`: waits a short time for the locks, and fails as a whole if they are not free by then. `skip all`:
 * leaves out operations of which any row is locked, also the channel.
 */
export type LockMode = 'skip' | 'wait' | 'skip all'

/** The result of an operation that was left out. `lock` names the lock that it needs. */
export class LeftOut {
  readonly lock: string

  constructor(lock: string) {
    this.lock = lock
  }
}

/**
 * Executes a batch in one transaction: reads under lock, decides, writes. Throws on an error, and then nothing is
 * written. A batch with `skip` may run at the same time as a batch with another mode. `onCommit` gets the outcomes of a
 * batch that is committed and still waits for the disk.
 */
export type Executor = {
  execute(
    operations: readonly Operation[],
    mode: LockMode,
    onCommit: (outcomes: readonly Outcome[]) => void,
  ): Promise<(Outcome | LeftOut)[]>
  close(): Promise<void>
}

/** The locks of the rows that the operation itself names. */
export function locksOf(operation: Operation): string[] {
  const { user_id, token_id } = operation
  const channel_id = 'channel_id' in operation ? operation.channel_id : 0
  return [lockName.user(user_id), lockName.token(token_id), lockName.channel(channel_id)]
}

export const lockName = {
  user: (id: number) => `user ${id}`,
  token: (id: number) => `token ${id}`,
  channel: (id: number) => `channel ${id}`,
}
