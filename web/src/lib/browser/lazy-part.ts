import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { reloadOnce } from './reload-once.ts'

type Load<Props> = () => Promise<ComponentType<Props>>

/**
 * A component whose code is fetched when it is first drawn, and that suspends until then. After an upgrade the files of
 * the old version are gone; the page then reloads once instead of showing an error.
 */
export const lazyComponent = <Props extends object>(load: Load<Props>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (reloadOnce()) return new Promise<never>(() => {}) // the page is reloading
      throw error
    }
  })

/** The same for a part that may be missing until its code is there: it draws nothing meanwhile and suspends nobody. */
export function lazyPart<Props extends object>(load: Load<Props>) {
  const Part = lazyComponent(load)
  return (props: Props) => createElement(Suspense, null, createElement(Part as ComponentType<Props>, props))
}
