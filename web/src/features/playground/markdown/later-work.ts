import { useEffect, useState } from 'react'
import { whenFree } from './when-free.ts'

type Work<Result> = (text: string, kind: string) => Result

/** Work on texts, such as colouring code. Its code is fetched with the first text; its last results are kept. */
export class LaterWork<Result> {
  readonly #load: () => Promise<Work<Result>>
  readonly #keptMax: number
  readonly #kept = new Map<string, { result: Result }>()
  #loading: Promise<Work<Result>> | undefined

  constructor(load: () => Promise<Work<Result>>, keptMax: number) {
    this.#load = load
    this.#keptMax = keptMax
  }

  find = (key: string) => this.#kept.get(key)

  /** Undefined where the code could not be fetched: the next text tries again. */
  async code(): Promise<Work<Result> | undefined> {
    this.#loading ??= this.#load()
    return this.#loading.catch(() => {
      this.#loading = undefined
      return undefined
    })
  }

  keep(key: string, result: Result): void {
    this.#kept.set(key, { result })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#keptMax && oldest !== undefined) this.#kept.delete(oldest)
  }
}

/** The result of work that is done while the page is free; undefined until then. */
export function useLaterWork<Result>(
  work: LaterWork<Result>,
  text: string,
  kind: string,
  isWanted = true,
): Result | undefined {
  const key = `${kind}\n${text}`
  const [done, setDone] = useState(() => ({ key, found: work.find(key) }))
  const isMissing = isWanted && (done.key !== key || done.found === undefined)
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    let takeBack: (() => void) | undefined
    void work.code().then((make) => {
      if (isGone || !make) return
      takeBack = whenFree(() => {
        if (!work.find(key)) work.keep(key, make(text, kind))
        setDone({ key, found: work.find(key) })
      })
    })
    return () => {
      isGone = true
      takeBack?.()
    }
  }, [work, isMissing, key, text, kind])
  return isWanted && done.key === key ? done.found?.result : undefined
}
