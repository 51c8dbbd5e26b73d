import { type ComponentType, lazy } from 'react'
import { reloadOnce } from './reload-once.ts'

/**
 * A component whose code is fetched when it is first drawn. After an upgrade the files of the old version are gone; the
 * page then reloads once instead of showing an error.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (reloadOnce()) return new Promise<never>(() => {}) // the page is reloading
      throw error
    }
  })
