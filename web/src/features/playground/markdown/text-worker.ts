import type { Done, WorkerRequest } from './in-worker.ts'

const formulaOptions = { throwOnError: false, trust: false, maxExpand: 200, maxSize: 40 }

/** Code is fetched when the first text of its kind comes. KaTeX quotes what it is given and runs nothing. */
const jobs: Record<WorkerRequest['job'], (text: string, kind: string) => Promise<unknown>> = {
  async code(text, kind) {
    const { highlightCode } = await import('./highlight-code.ts')
    return highlightCode(text, kind)
  },
  async formula(text, kind) {
    const { default: katex } = await import('katex')
    return katex.renderToString(text, { ...formulaOptions, displayMode: kind === 'block' })
  },
}

addEventListener('message', async ({ data }: MessageEvent<WorkerRequest>) => {
  const { id, job, text, kind } = data
  const done: Done = await jobs[job](text, kind).then(
    (result) => ({ id, result }),
    () => ({ id, isFailed: true }), // its code could not be fetched
  )
  postMessage(done)
})
