import { type ComponentType, lazy } from 'react'
import { reloadOnce } from './reload-once.ts'

/**
 * A part of the app that is fetched when it is first drawn. After an upgrade the files of the old version are gone; the
 * page then loads itself anew, once, instead of showing an error.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (reloadOnce()) return new Promise<never>(() => {}) // the page is going away
      throw error
    }
  })
