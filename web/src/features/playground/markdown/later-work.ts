import { useEffect, useState } from 'react'
import { whenFree } from './when-free.ts'

type Work<Result> = (text: string, kind: string) => Promise<Result>

/** Work on texts, such as colouring code. Its last results are kept. */
export class LaterWork<Result> {
  readonly #work: Work<Result>
  readonly #keptMax: number
  readonly #kept = new Map<string, { result: Result }>()

  constructor(work: Work<Result>, keptMax: number) {
    this.#work = work
    this.#keptMax = keptMax
  }

  find = (key: string) => this.#kept.get(key)

  /** Undefined where the work failed: the text stays as it is. */
  async result(key: string, text: string, kind: string): Promise<{ result: Result } | undefined> {
    const known = this.#kept.get(key)
    if (known) return known
    try {
      const made = { result: await this.#work(text, kind) }
      this.#keep(key, made)
      return made
    } catch {
      return undefined
    }
  }

  #keep(key: string, made: { result: Result }): void {
    this.#kept.set(key, made)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > this.#keptMax && oldest !== undefined) this.#kept.delete(oldest)
  }
}

/** The result of the work, which is shown while the page is free; undefined until then. */
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
    void work.result(key, text, kind).then((found) => {
      if (!isGone && found) takeBack = whenFree(() => setDone({ key, found }))
    })
    return () => {
      isGone = true
      takeBack?.()
    }
  }, [work, isMissing, key, text, kind])
  return isWanted && done.key === key ? done.found?.result : undefined
}
