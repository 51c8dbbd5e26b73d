import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { inFlightLimits, memoryLimits } from '../gateway/entry/in-flight/in-flight.ts'
import { createLimits } from '../http/limits.ts'
import { connectRedis } from '../http/redis.ts'
import { every } from '../jobs/every.ts'
import { createMemoryRelease, releaseMemoryEverySeconds } from '../jobs/release-memory.ts'
import type { Log } from '../log.ts'
import { createBackoff } from './backoff.ts'
import { LimitPool } from './limit-pool.ts'
import { createLink, type Link } from './link.ts'
import { serveLimits } from './remote-limits.ts'
import { announcesSetup, type SupervisorTopics, type WorkerEnd, type WorkerTopics } from './topics.ts'
import { WholeMetrics } from './whole-metrics.ts'

/** A load balancer that has not polled for this long is assumed to be gone. */
const watchedForMs = 60_000

type Member = {
  id: number
  pid: number
  process: Worker
  link: Link<WorkerTopics>
  startedAt: number
  isReady: boolean
  /** Another worker has taken its place, or will. */
  isReplaced: boolean
  /** Resolves with its URL, or with undefined if it ended before it was ready. */
  ready: Promise<string | undefined>
  ended: Promise<number>
}

export type Supervisor = {
  url: string
  /** Resolves with false if the supervisor was stopped before all workers had started. */
  started: Promise<boolean>
  /** Replaces every worker, one at a time. The new worker is ready before the old one ends. */
  roll(): Promise<void>
  /** Ends all workers after their running calls. Resolves with false if one of them failed. */
  stop(): Promise<boolean>
}

/**
 * Runs `WORKERS` processes that serve one port, and keeps the state that they share: rate limits, limits on running
 * calls, and metrics. The supervisor opens the port, and a free worker accepts the next connection. Resolves when the
 * first worker serves, or with undefined if that worker did not start and has logged the reason.
 */
export async function startSupervisor(config: Config, log: Log): Promise<Supervisor | undefined> {
  // Workers accept connections themselves. A connection that the supervisor passes to a worker is lost when that worker
  // is killed, and its client waits without a response.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const members = new Set<Member>()
  const redis = config.REDIS_CONN_STRING ? await connectRedis(config.REDIS_CONN_STRING, log) : undefined
  const limitResponses = serveLimits(createLimits(config.RATE_LIMIT_FACTOR, redis))
  const memberOf = (id: number) => members.values().find((member) => member.id === id)
  const pool = new LimitPool(inFlightLimits(memoryLimits(config)), config.WORKERS, async (id, part) => {
    return (await memberOf(id)?.link.request('recall', part)) ?? 0
  })
  const backoff = createBackoff()
  const { registry, ends } = ownMetrics(
    () =>
      members
        .values()
        .filter(({ isReady }) => isReady)
        .toArray().length,
  )
  const metrics = new WholeMetrics(registry)
  const readMetrics = () =>
    metrics.read(
      [...members]
        .filter(({ isReady }) => isReady)
        .map(({ id, link }) => ({ id, read: () => link.request('own metrics', null) })),
    )
  const releasing = every(releaseMemoryEverySeconds, 'release memory', createMemoryRelease(), log)
  let watchedAt = Number.NEGATIVE_INFINITY
  let isStopping = false
  const timers = new Set<NodeJS.Timeout>()

  function fork(env: Record<string, string> = {}): Member {
    const worker = cluster.fork(env)
    const readyUrl = Promise.withResolvers<string | undefined>()
    const topics: SupervisorTopics = {
      ready(url) {
        member.isReady = true
        log.info('worker ready', { worker: member.id, pid: member.pid })
        readyUrl.resolve(url)
      },
      leaving: () => replace(member),
      watched() {
        watchedAt = performance.now()
      },
      ...limitResponses,
      borrow: (parts) => pool.borrow(member.id, parts),
      owe: (part) => pool.owe(member.id, part),
      'give back': (part) => pool.giveBack(member.id, part),
      metrics: readMetrics,
      'last metrics': (last) => metrics.note(member.id, last),
    }
    // A message to a worker that has just ended fails. The `exit` event reports the end.
    const send = (message: object) => void (worker.isConnected() && worker.send(message, () => {}))
    const link = createLink<WorkerTopics>(send, topics)
    const ended = once(worker, 'exit').then(([code, signal]) => {
      end(member, code, signal)
      readyUrl.resolve(undefined)
      return code ?? 1
    })
    const member: Member = {
      id: worker.id,
      pid: worker.process.pid ?? 0,
      process: worker,
      link,
      startedAt: performance.now(),
      isReady: false,
      isReplaced: false,
      ready: readyUrl.promise,
      ended,
    }
    worker.on('message', (message) => link.receive(message))
    worker.on('error', (error) => log.warn('worker not reached', { worker: member.id, error }))
    members.add(member)
    return member
  }

  function end(member: Member, code: number | null, signal: NodeJS.Signals | null): void {
    members.delete(member)
    member.link.close()
    pool.forget(member.id)
    void metrics.leave(member.id)
    if (member.isReplaced || isStopping) return
    ends.inc()
    const say = code === 0 ? log.info : log.error
    say('worker ended', { worker: member.id, pid: member.pid, code, signal })
    replace(member)
  }

  /** Replaces a worker that failed, after a delay that grows with repeated failures. */
  function replace(member: Member): void {
    if (member.isReplaced || isStopping || !hasStarted) return
    member.isReplaced = true
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        if (!isStopping) fork()
      },
      backoff(performance.now() - member.startedAt),
    )
    timers.add(timer)
  }

  const isWatched = () => performance.now() - watchedAt < watchedForMs

  // One worker starts alone: it migrates the database, and logs what is wrong with the configuration.
  let hasStarted = false
  const first = fork({ [announcesSetup]: 'true' })
  const url = await first.ready
  if (url === undefined) {
    redis?.disconnect()
    return undefined
  }
  hasStarted = true
  const others = Promise.all(Array.from({ length: config.WORKERS - 1 }, () => fork().ready))
  const started = others.then(() => !isStopping)

  let rolling: Promise<void> | undefined
  async function roll(): Promise<void> {
    if (!(await started)) return
    let announcing: Record<string, string> = { [announcesSetup]: 'true' }
    for (const old of [...members]) {
      if (isStopping || !members.has(old) || old.isReplaced) continue
      const fresh = fork(announcing)
      announcing = {}
      fresh.isReplaced = true // a failure before it is ready must not start another worker
      if ((await fresh.ready) === undefined) {
        log.error('restart given up: the new worker did not start')
        return
      }
      fresh.isReplaced = false
      if (old.isReplaced || !members.has(old)) continue // it failed in the meantime and was replaced
      old.isReplaced = true
      old.link.tell('end', { isReplaced: true, isWatched: isWatched() })
      await old.ended // so that there is at most one process more than WORKERS
    }
    log.info('all workers restarted')
  }

  return {
    url,
    started,
    async roll() {
      rolling ??= roll().finally(() => {
        rolling = undefined
      })
      await rolling
    },
    async stop() {
      isStopping = true
      void releasing.stop()
      for (const timer of timers) clearTimeout(timer)
      const ending: WorkerEnd = { isReplaced: false, isWatched: isWatched() }
      for (const { isReady, link, process } of members) {
        if (isReady) link.tell('end', ending)
        else process.kill('SIGTERM') // it serves nothing yet
      }
      const codes = await Promise.all(
        [...members].map(async ({ isReady, ended }) => (isReady ? ended : (await ended) && 0)),
      )
      redis?.disconnect()
      return codes.every((code) => code === 0)
    },
  }
}

function ownMetrics(running: () => number) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const workers: Gauge = new Gauge({
    name: 'turnpike_workers_running',
    help: 'Workers that are ready',
    registers: [registry],
    collect: () => workers.set(running()),
  })
  const ends = new Counter({
    name: 'turnpike_worker_ends_total',
    help: 'Workers that ended unexpectedly',
    registers: [registry],
  })
  return { registry, ends }
}
