import { type Agents, checkTarget, createAgents, OutboundError, type Resolve } from './agents.ts'
import type { EgressPolicy } from './egress-policy.ts'
import { type Exchange, type ExchangeRequest, exchange, ResponseTooLarge } from './exchange.ts'
import type { Proxies } from './proxies.ts'

/** A downloaded file: its bytes and the media type its server declares. */
export type FetchedMedia = { type: string; bytes: Buffer }

/** A server that downloads for us, so that the target does not learn our address. */
export type MediaWorker = { url: string; key: string; agents: Agents }

export type MediaFetch = {
  policy: EgressPolicy
  proxies: Proxies
  worker?: MediaWorker
  signal: AbortSignal
  limits?: MediaLimits
  resolve?: Resolve
  take?: TakeMemory
}

/**
 * Reserves memory for the bytes of a file before they are read, or throws: all at once if the length is announced, else
 * as they arrive. Returns a promise if other processes must grant it.
 */
export type TakeMemory = (bytes: number) => Promise<void> | undefined

export type MediaLimits = { bytesMax: number; timeoutMs: number; redirectsMax: number }

export const mediaLimits: MediaLimits = { bytesMax: 20 * 1024 * 1024, timeoutMs: 15_000, redirectsMax: 5 }

const headers = { 'user-agent': 'turnpike', accept: '*/*', 'accept-encoding': 'identity' }
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const unreachable = (cause?: unknown) => new OutboundError('the address could not be reached', { cause })

/** `take` refused; the cause is its error. */
class MemoryRefused extends Error {}

/**
 * Downloads the file at a caller's address. Throws ResponseTooLarge for a file that is too large, the error of `take`
 * for a file that does not fit into memory, and the same OutboundError for every other failure: a denied target must
 * look like one that does not respond.
 */
export async function fetchMedia(address: string, options: MediaFetch): Promise<FetchedMedia> {
  const { limits = mediaLimits, take = () => undefined } = options
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(limits.timeoutMs)])
  // No connection outlives its download, so that every download checks the addresses of its host name again.
  const agents = createAgents(options.policy, options.proxies, options.resolve)
  try {
    const work = open(address, agents, { ...options, signal }).then((response) => read(response, limits, take))
    return await unlessAborted(work, signal)
  } catch (error) {
    if (error instanceof MemoryRefused) throw error.cause
    throw error instanceof ResponseTooLarge ? error : unreachable(error)
  } finally {
    await agents.close()
  }
}

/** A response whose head has arrived. The caller validates, reads and closes it. */
export type OpenedMedia = { response: Exchange; close(): Promise<void> }

/**
 * Opens the file at an address, to forward it while it arrives. The time limit applies to its head, and to each
 * silence.
 */
export async function openMedia(address: string, options: MediaFetch): Promise<OpenedMedia> {
  const { limits = mediaLimits } = options
  const agents = createAgents(options.policy, options.proxies, options.resolve)
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), limits.timeoutMs)
  const signal = AbortSignal.any([options.signal, late.signal])
  try {
    const response = await unlessAborted(open(address, agents, { ...options, signal }), signal)
    return { response, close: () => agents.close() }
  } catch (error) {
    await agents.close()
    throw unreachable(error)
  } finally {
    clearTimeout(timer)
  }
}

async function open(address: string, agents: Agents, { policy, worker, signal, limits = mediaLimits }: MediaFetch) {
  const target = targetOf(address)
  return worker ? callWorker(target, policy, worker, signal, limits) : follow(target, agents, signal, limits)
}

function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  work.catch(() => {}) // after the deadline its rejection is not awaited
  return Promise.race([work, rejectOnAbort(signal)])
}

function targetOf(address: string, base?: URL): URL {
  const target = URL.parse(address, base)
  if (!target) throw unreachable()
  return target
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const giveUp = () => reject(unreachable(signal.reason))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
  })

/** Follows a few redirects at most. Each target is checked, and gets no headers of the caller. */
async function follow(start: URL, agents: Agents, signal: AbortSignal, limits: MediaLimits): Promise<Exchange> {
  let target = start
  for (let hops = 0; hops <= limits.redirectsMax; hops++) {
    const response = await send(agents, { method: 'GET', url: target.href, headers }, signal, limits)
    const { location } = response.headers
    if (!redirects.has(response.status) || location === undefined) return response
    response.abort()
    target = targetOf(location, target)
  }
  throw unreachable()
}

/** The worker resolves the host name, so here the target can only be checked by its URL. */
async function callWorker(
  target: URL,
  policy: EgressPolicy,
  { url, key, agents }: MediaWorker,
  signal: AbortSignal,
  limits: MediaLimits,
): Promise<Exchange> {
  checkTarget(target, policy)
  if (target.protocol !== 'https:') throw unreachable()
  const body = JSON.stringify({ url: target.href, key })
  const request = { method: 'POST' as const, url, headers: { ...headers, 'content-type': 'application/json' }, body }
  return send(agents, request, signal, limits)
}

const send = (agents: Agents, request: ExchangeRequest, signal: AbortSignal, { timeoutMs }: MediaLimits) =>
  exchange(agents, request, { firstByteMs: timeoutMs, idleMs: timeoutMs }, signal)

async function read(response: Exchange, { bytesMax }: MediaLimits, take: TakeMemory): Promise<FetchedMedia> {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  const isTooLarge = Number(response.headers['content-length'] ?? 0) > bytesMax
  // Uncompressed bytes were requested: a compressed response could expand to any size.
  const isUsable = response.status === 200 && encoding === 'identity' && !isTooLarge
  if (!isUsable) {
    response.abort()
    throw isTooLarge && response.status === 200 ? new ResponseTooLarge() : unreachable()
  }
  const bytes = await readBytes(response, bytesMax, take)
  return { type: type.split(';')[0]?.trim().toLowerCase() ?? '', bytes }
}

function readBytes(response: Exchange, bytesMax: number, take: TakeMemory): Promise<Buffer> {
  const { 'content-length': announced } = response.headers
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    /** Set while other processes grant memory; nothing more is read meanwhile. */
    let reserving: Promise<void> | undefined
    const giveUp = (error: Error) => {
      reject(error)
      response.abort()
    }
    const refuse = (cause: unknown) => giveUp(new MemoryRefused('there is no memory for it', { cause }))
    const goOn = (reservation: Promise<void>) => {
      if (reservation !== reserving) return // a later reservation is pending
      reserving = undefined
      response.resume()
    }
    const reserve = (bytes: number) => {
      try {
        const taken = take(bytes)
        if (!taken) return
        const reservation: Promise<void> = Promise.all([reserving, taken]).then(() => goOn(reservation), refuse)
        reserving = reservation
      } catch (error) {
        refuse(error)
      }
    }
    const finish = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    if (announced !== undefined) reserve(Number(announced))
    response.pipe({
      data(chunk) {
        length += chunk.length
        if (length > bytesMax) giveUp(new ResponseTooLarge())
        else {
          if (announced === undefined) reserve(chunk.length)
          chunks.push(chunk)
        }
        return reserving === undefined
      },
      end: () => (reserving ? void reserving.then(finish) : finish()),
      error: reject,
    })
  })
}
