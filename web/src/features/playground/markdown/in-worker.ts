type Job = 'code' | 'formula'
export type WorkerRequest = { id: number; job: Job; text: string; kind: string }
export type Done = { id: number; result?: unknown; isFailed?: boolean }

const waitingById = new Map<number, PromiseWithResolvers<unknown>>()
let worker: Worker | undefined
let lastId = 0

function start(): Worker {
  const started = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<Done>) => {
    const waiting = waitingById.get(data.id)
    waitingById.delete(data.id)
    if (data.isFailed) waiting?.reject(new Error('the text was not worked on'))
    else waiting?.resolve(data.result)
  })
  started.addEventListener('error', () => {
    worker = undefined // the next text begins another one
    for (const { reject } of waitingById.values()) reject(new Error('the worker failed'))
    waitingById.clear()
  })
  return started
}

/** Highlighting code and typesetting formulas takes long on a slow machine, so a worker does it and the page stays responsive. */
export function inWorker<Result>(job: Job, text: string, kind: string): Promise<Result> {
  worker ??= start()
  const waiting = Promise.withResolvers<Result>()
  const id = ++lastId
  waitingById.set(id, waiting as PromiseWithResolvers<unknown>)
  worker.postMessage({ id, job, text, kind } satisfies WorkerRequest)
  return waiting.promise
}
