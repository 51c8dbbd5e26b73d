import { setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  Kysely,
  type QueryResult,
  type Transaction,
  type TransactionBuilder,
} from 'kysely'
import { type QueryFailure, queryFailureOf } from './query-failure.ts'
import type { Database } from './schema.ts'

const attemptsMax = 5
const pauseMs = 20
/** No attempt begins later than this: the client would wait too long. */
const retryWithinMs = 1500

/** Opens a handle that retries after a conflict or a lost connection. */
export async function openRetryingStore(dialect: Dialect): Promise<Kysely<Database>> {
  const driver = dialect.createDriver()
  await driver.init()
  const provider = new DefaultConnectionProvider(driver)
  const executor = new RetryingExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  return new RetryingStore({ config: { dialect }, dialect, driver, executor })
}

type Options = Parameters<DefaultQueryExecutor['executeQuery']>[1]

/**
 * Retries single statements that were certainly not executed, and statements that only read. Statements of a
 * transaction have an executor of their own and are retried with the transaction.
 */
class RetryingExecutor extends DefaultQueryExecutor {
  override executeQuery<Row>(query: CompiledQuery, options?: Options): Promise<QueryResult<Row>> {
    const onlyReads = query.query.kind === 'SelectQueryNode' && query.query.with === undefined
    return retried(
      () => super.executeQuery<Row>(query, options),
      (failure) => failure === 'conflict' || (failure === 'away' && onlyReads),
    )
  }
}

class RetryingStore extends Kysely<Database> {
  override transaction(): TransactionBuilder<Database> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => retriedTransaction(execute, work)
    return builder
  }
}

type Work<Result> = (transaction: Transaction<Database>) => Promise<Result>

/**
 * A transaction whose commit was not sent is certainly not committed, so it is retried after any conflict or lost
 * connection. After that, only a conflict that the server reports proves a rollback: a transaction that loses its
 * connection at the commit may be committed, and is not retried.
 */
function retriedTransaction<Result>(
  execute: (work: Work<Result>) => Promise<Result>,
  work: Work<Result>,
): Promise<Result> {
  let isCommitSent = false
  const attempt = async () => {
    let reason: unknown
    isCommitSent = false
    try {
      return await execute(async (transaction) => {
        const result = await work(transaction).catch((error: unknown) => {
          reason = error
          throw error
        })
        isCommitSent = true
        return result
      })
    } catch (error) {
      throw reason ?? error // the error of a failed rollback must not hide the reason
    }
  }
  return retried(attempt, (failure) => failure === 'conflict' || (failure === 'away' && !isCommitSent))
}

async function retried<Result>(
  attempt: () => Promise<Result>,
  mayRepeat: (failure: QueryFailure) => boolean,
): Promise<Result> {
  const until = performance.now() + retryWithinMs
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const failure = queryFailureOf(error)
      if (!failure || !mayRepeat(failure) || count === attemptsMax || performance.now() > until) throw error
      await pause(pauseMs * 2 ** count * Math.random())
    }
  }
}
