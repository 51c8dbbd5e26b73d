import { role } from '@turnpike/contract/user'
import { createContext, use, useEffect, useState } from 'react'
import { observable } from '../../../lib/browser/observable.ts'
import { settingsKey } from '../../../lib/session/kept-in-browser.ts'
import { session } from '../../../lib/session/session.ts'
import { readSettings, type Settings } from '../request/settings.ts'
import type { Models } from '../settings/use-models.ts'
import { PlaygroundStore, type Terms } from './playground-store.ts'
import { readCharge } from './read-charge.ts'

type Opened = { userId: number; store: PlaygroundStore }

/** One store for the whole visit: answers go on while another page is shown. */
let opened: Opened | undefined

session.watch((user) => {
  if (!opened || user?.id === opened.userId) return
  opened.store.end()
  opened = undefined
})

function storeOf(userId: number, isAdmin: boolean): PlaygroundStore {
  if (opened?.userId === userId) return opened.store
  const { model } = readSettings(localStorage.getItem(settingsKey(userId)))
  const store = new PlaygroundStore(model, (requestId) => readCharge(requestId, isAdmin))
  opened = { userId, store }
  void store.load(userId)
  return store
}

const settings = observable<{ userId: number; value: Settings } | undefined>(undefined)

/** The settings of the signed-in user, kept in this browser. */
function useSettings(userId: number): [Settings, (change: Partial<Settings>) => void] {
  const held = settings.use()
  const value = held?.userId === userId ? held.value : readSettings(localStorage.getItem(settingsKey(userId)))
  useEffect(() => {
    if (settings.get()?.userId !== userId)
      settings.set({ userId, value: readSettings(localStorage.getItem(settingsKey(userId))) })
  }, [userId])
  const change = (changed: Partial<Settings>) => {
    const next = { ...(settings.get()?.value ?? value), ...changed }
    settings.set({ userId, value: next })
    try {
      localStorage.setItem(settingsKey(userId), JSON.stringify(next))
    } catch {
      // A full or forbidden storage: they last as long as the page.
    }
  }
  return [value, change]
}

/** Everything that the parts of the page share. */
export function useOpenPlayground() {
  const user = session.use()
  const userId = user?.id ?? 0
  const isAdmin = (user?.role ?? 0) >= role.admin
  const [store] = useState(() => storeOf(userId, isAdmin))
  const [current, changeSettings] = useSettings(userId)
  return { store, isAdmin, userId, settings: current, changeSettings }
}
type Playground = ReturnType<typeof useOpenPlayground> & {
  /** What answers are asked with. */
  terms: Terms
  models: Models
}

export const PlaygroundContext = createContext<Playground | undefined>(undefined)

export function usePlayground(): Playground {
  const playground = use(PlaygroundContext)
  if (!playground) throw new Error('a part of the playground stands outside of it')
  return playground
}
