type Job = 'code' | 'formula'
export type Asked = { id: number; job: Job; text: string; kind: string }
export type Done = { id: number; result?: unknown; isFailed?: boolean }

const asked = new Map<number, PromiseWithResolvers<unknown>>()
let worker: Worker | undefined
let lastId = 0

function start(): Worker {
  const started = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<Done>) => {
    const waiting = asked.get(data.id)
    asked.delete(data.id)
    if (data.isFailed) waiting?.reject(new Error('the text was not worked on'))
    else waiting?.resolve(data.result)
  })
  started.addEventListener('error', () => {
    worker = undefined // the next text begins another one
    for (const { reject } of asked.values()) reject(new Error('the worker failed'))
    asked.clear()
  })
  return started
}

/** Colouring code and setting formulas takes a slow machine long, so it is done beside the page, which goes on answering. */
export function inWorker<Result>(job: Job, text: string, kind: string): Promise<Result> {
  worker ??= start()
  const waiting = Promise.withResolvers<Result>()
  const id = ++lastId
  asked.set(id, waiting as PromiseWithResolvers<unknown>)
  worker.postMessage({ id, job, text, kind } satisfies Asked)
  return waiting.promise
}
