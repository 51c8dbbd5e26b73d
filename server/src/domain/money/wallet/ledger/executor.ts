import type { Operation, Outcome } from './operations.ts'

/**
 * The treatment of an operation whose rows another transaction has locked. `skip`: it is left out where its user or token
 * is locked. `wait`: its locks are waited for, for a short time, and then the whole batch fails. `skip all`: it is left
 * out where any of its rows is locked, the channel included.
 */
export type LockMode = 'skip' | 'wait' | 'skip all'

/** The answer to an operation that was left out, and the lock that it needs. */
export class LeftOut {
  readonly lock: string

  constructor(lock: string) {
    this.lock = lock
  }
}

/**
 * Executes a batch in one transaction: reads under lock, decides, writes. All or nothing, except operations that are left
 * out: on an error it throws. A batch with `skip` may run at the same time as a batch with another mode. Where a batch is
 * committed and then waits for the disk, `onCommit` gets the outcomes before that wait.
 */
export type Executor = {
  execute(
    operations: readonly Operation[],
    mode: LockMode,
    onCommit: (outcomes: readonly Outcome[]) => void,
  ): Promise<(Outcome | LeftOut)[]>
  close(): Promise<void>
}

/** The rows that an operation changes together with others, as far as the operation itself names them. */
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
