import cluster from 'node:cluster'
import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { createInFlight, type InFlight, inFlightLimits, memoryLimits } from '../gateway/entry/in-flight/in-flight.ts'
import type { Limits } from '../http/limits.ts'
import { borrowedShares, lenderOf } from './borrowed-shares.ts'
import { createLink } from './link.ts'
import { remoteLimits } from './remote-limits.ts'
import { announcesSetup, type MetricJson, type SupervisorTopics, type WorkerEnd } from './topics.ts'

/** The services that a worker gets from its supervisor. A single process has its own. */
export type WorkerServices = {
  limits: Limits
  inFlight: InFlight
  readMetrics(): Promise<string>
  /** Sets the registry that the supervisor reads. */
  showMetrics(registry: Registry): void
  /** Notes that a load balancer has polled /readyz. */
  noteWatch(): void
  /** Whether this worker logs the link that sets the first password. */
  announcesSetup: boolean
}

export type WorkerLink = {
  workerServices: WorkerServices
  ready(url: string): void
  /** Tells the supervisor that this worker is about to end, so that it starts another one now. */
  leaving(): void
  /** Sends the metrics of this worker to the supervisor, as its last message. */
  part(): Promise<void>
  /** Resolves when the supervisor tells this worker to end. */
  toldToEnd: Promise<WorkerEnd>
}

/** A load balancer polls every few seconds. The supervisor needs fewer messages. */
const noteEveryMs = 10_000

export function connectWorker(config: Config): WorkerLink {
  const toldToEnd = Promise.withResolvers<WorkerEnd>()
  let metrics = async (): Promise<MetricJson[]> => []
  // A message to a supervisor that has just ended fails. The `disconnect` event reports the end.
  const send = (message: object) => void (process.connected && process.send?.(message, undefined, {}, () => {}))
  const link = createLink<SupervisorTopics>(send, {
    end: toldToEnd.resolve,
    recall: (part: Parameters<typeof shares.recall>[0]) => shares.recall(part),
    'own metrics': () => metrics(),
  })
  const shares = borrowedShares(lenderOf(link))
  process.on('message', (message) => link.receive(message))
  let isReady = false
  cluster.worker?.once('disconnect', () => {
    // Node ends the process. Without a supervisor a worker that is starting would wait for its port forever.
    if (!isReady) return
    // Without this, Node would end the process, and its running calls, at once.
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
    link.close()
    toldToEnd.resolve({ isReplaced: false, isWatched: false })
  })
  let notedAt = Number.NEGATIVE_INFINITY
  return {
    workerServices: {
      limits: remoteLimits(link),
      inFlight: createInFlight(inFlightLimits(memoryLimits(config)), shares),
      readMetrics: () => link.request('metrics', null),
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
    ready(url) {
      isReady = true
      link.tell('ready', url)
    },
    leaving: () => link.tell('leaving', null),
    async part() {
      await link.request('last metrics', await metrics()).catch(() => {}) // the supervisor may have ended
    },
    toldToEnd: toldToEnd.promise,
  }
}
