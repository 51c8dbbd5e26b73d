import { type Postgres, startPostgres } from '../outside/postgres.ts'

let postgres: Postgres | undefined

/** One PostgreSQL for the whole run; test processes inherit its address. */
export async function globalSetup(): Promise<void> {
  if (process.env.TURNPIKE_TEST_PG) return
  postgres = await startPostgres()
  process.env.TURNPIKE_TEST_PG = postgres.url
}

export async function globalTeardown(): Promise<void> {
  await postgres?.stop()
}
