import { startPostgres } from '../../../server/test/outside/postgres.ts'
import type { Figure } from '../figure.ts'
import { descendantsOf } from '../program.ts'
import { chatCall } from './calls.ts'
import { sendRequests, type Target } from './load.ts'
import { type BenchRun, startGateway } from './programs.ts'
import { cpuPer, inTurns, ratioFigure } from './turns.ts'

const calls = 1000
const connections = 32

/**
 * The gateway's CPU with PostgreSQL as its database, with one process and with two workers. PostgreSQL runs as the tests
 * start it: it does not wait for the disk. Its own CPU time is not counted. Two workers are also measured with twice the
 * connections: a process that has half of them commits half as many calls at a time.
 */
export async function postgres({ upstream, bare, length }: BenchRun): Promise<Figure[]> {
  const servers = [await startPostgres(), await startPostgres()] as const
  const one = await startGateway(upstream, { SQL_DSN: servers[0].url })
  const two = await startGateway(upstream, { SQL_DSN: servers[1].url, WORKERS: '2' })
  const hasWorkers = descendantsOf(two.pid).length > 1
  const call = chatCall()
  const cost = (target: Target, count: number, times: number) =>
    cpuPer(target, count, () => sendRequests(target, call, count, connections * times))
  const contenders = hasWorkers ? [bare, one.ofOneUser, two.ofOneUser] : [bare, one.ofOneUser]
  // Each of two workers serves half of the calls.
  const warmUpCalls = (target: Target) => length.warmUpCalls * (target === two.ofOneUser ? 2 : 1)
  await inTurns(
    1,
    contenders.map((target) => () => cost(target, warmUpCalls(target), 1)),
  )
  const inRounds = (targets: Target[], times: number) =>
    inTurns(
      length.rounds,
      targets.map((target) => () => cost(target, calls, times)),
    )
  const [base, costs, workers] = await inRounds(contenders, 1)
  const [alone, together] = hasWorkers ? await inRounds(contenders.slice(1), 2) : []
  for (const gateway of [one, two]) await gateway.stop()
  for (const server of servers) await server.stop()
  const title = 'PostgreSQL, 32 connections, CPU per call, times the bare proxy'
  const figures = [ratioFigure(title, [costs, base], { bare: base, turnpike: costs }, 2)]
  const add = (name: string, one?: number[], two?: number[]) =>
    two && figures.push(ratioFigure(name, [two, one], { one, two }, 1.15))
  add('two workers on PostgreSQL, CPU per call, times one worker', costs, workers)
  add('the same with 64 connections', alone, together)
  return figures
}
