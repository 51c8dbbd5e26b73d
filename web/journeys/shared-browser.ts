import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'

let users = 0
let launched: Promise<Browser> | undefined

/**
 * One browser for all files of a process: to start one, and to let it compile our scripts for the first time, takes as long as
 * several journeys. It is closed after the last file that uses it.
 */
export function sharedBrowser(): () => Promise<Browser> {
  users++
  after(async () => {
    if (--users > 0) return
    await (await launched)?.close()
    launched = undefined
  })
  return () => {
    launched ??= launchBrowser()
    return launched
  }
}
