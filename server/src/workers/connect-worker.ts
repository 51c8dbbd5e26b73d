import cluster from 'node:cluster'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { createInFlight, type InFlight, inFlightLimits, memoryLimits } from '../gateway/entry/in-flight.ts'
import type { Limits } from '../http/limits.ts'
import { borrowedShares, lenderOf } from './borrowed-shares.ts'
import { createLink } from './link.ts'
import { remoteLimits } from './remote-limits.ts'
import type { Ending, MetricJson, SupervisorTopics } from './topics.ts'
import { announcesSetup } from './worker-env.ts'

/** What one of several workers has from its supervisor; a process that is alone has its own. */
export type WorkerServices = {
  limits: Limits
  inFlight: InFlight
  /** The metrics of all workers. */
  readMetrics(): Promise<string>
  /** Gives the supervisor the metrics of this worker whenever it asks for them. */
  showMetrics(registry: Registry): void
  /** A load balancer has asked whether the server is ready. */
  noteWatch(): void
  /** Whether this worker logs the link that sets the first password. */
  announcesSetup: boolean
}

export type WorkerLink = {
  workerServices: WorkerServices
  ready(url: string): void
  /** Says that this worker ends by itself, so that another one is started now. */
  leaving(): void
  /** Leaves what this worker has counted with the supervisor; its last message. */
  part(): Promise<void>
  /** How the supervisor wants this worker to end. */
  toldToEnd: Promise<Ending>
}

/** A load balancer asks every few seconds; the supervisor need not hear each time. */
const noteEveryMs = 10_000

/** Connects a process that the supervisor has started to it. */
export function connectWorker(config: Config): WorkerLink {
  const toldToEnd = Promise.withResolvers<Ending>()
  let metrics = async (): Promise<MetricJson[]> => []
  // A message to a supervisor that has just died fails; the end of the connection is reported by itself.
  const send = (message: object) => void (process.connected && process.send?.(message, undefined, {}, () => {}))
  const link = createLink<SupervisorTopics>(send, {
    end: toldToEnd.resolve,
    recall: (part: Parameters<typeof shares.recall>[0]) => shares.recall(part),
    'own metrics': () => metrics(),
  })
  const shares = borrowedShares(lenderOf(link))
  process.on('message', (message) => link.receive(message))
  cluster.worker?.once('disconnect', () => {
    // Without this Node would end the process at once, and with it the running calls.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    link.close()
    toldToEnd.resolve({ isReplaced: false, isWatched: false })
  })
  let notedAt = Number.NEGATIVE_INFINITY
  return {
    workerServices: {
      limits: remoteLimits(link),
      inFlight: createInFlight(inFlightLimits(memoryLimits(config)), shares),
      readMetrics: () => link.ask('metrics', null),
      showMetrics(registry) {
        metrics = () => registry.getMetricsAsJSON()
      },
      noteWatch() {
        if (performance.now() - notedAt < noteEveryMs) return
        notedAt = performance.now()
        link.tell('watched', null)
      },
      announcesSetup: process.env[announcesSetup] === 'true',
    },
    ready: (url) => link.tell('ready', url),
    leaving: () => link.tell('leaving', null),
    async part() {
      await link.ask('last metrics', await metrics()).catch(() => {}) // a supervisor that is gone counts nothing
    },
    toldToEnd: toldToEnd.promise,
  }
}
