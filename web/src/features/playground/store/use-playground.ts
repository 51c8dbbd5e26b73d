import { role } from '@turnpike/contract/identity/user'
import { logApi } from '@turnpike/contract/usage/log'
import { createContext, use, useEffect, useMemo, useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { observable } from '../../../lib/browser/observable.ts'
import { settingsKey } from '../../../lib/session/kept-in-browser.ts'
import { session } from '../../../lib/session/session.ts'
import type { AssistantMessage } from '../messages/message.ts'
import { readSettings, type Settings } from '../request/settings.ts'
import { type Models, modeFor } from '../settings/use-models.ts'
import { PlaygroundStore } from './playground-store.ts'
import type { Terms } from './running-responses.ts'

type Opened = { userId: number; store: PlaygroundStore }

/** One store for the whole visit: responses go on while another page is shown. */
let opened: Opened | undefined

session.watch((user) => {
  if (!opened || user?.id === opened.userId) return
  opened.store.end()
  opened = undefined
})

function storeOf(userId: number, isAdmin: boolean): PlaygroundStore {
  if (opened?.userId === userId) return opened.store
  const { model } = readSettings(storedText(userId))
  const store = new PlaygroundStore(model, (requestId) => readCharge(requestId, isAdmin))
  opened = { userId, store }
  void store.load(userId)
  return store
}

type Held = { userId: number; value: Settings }
const held = observable<Held | undefined>(undefined)

/** The settings of the signed-in user, kept in this browser. */
function currentSettings(): Settings {
  const userId = session.get()?.id ?? 0
  const known = held.get()
  if (known?.userId === userId) return known.value
  return readSettings(storedText(userId))
}

function storedText(userId: number): string | null {
  try {
    return localStorage.getItem(settingsKey(userId))
  } catch {
    return null
  }
}

export function changeSettings(change: Partial<Settings>): void {
  const userId = session.get()?.id ?? 0
  const value = { ...currentSettings(), ...change }
  held.set({ userId, value })
  try {
    localStorage.setItem(settingsKey(userId), JSON.stringify(value))
  } catch {
    // A full or forbidden storage: they last as long as the page.
  }
}

export function useSettings(): Settings {
  const userId = session.use()?.id ?? 0
  const known = held.use()
  useEffect(() => {
    if (held.get()?.userId !== userId) held.set({ userId, value: readSettings(storedText(userId)) })
  }, [userId])
  return known?.userId === userId ? known.value : readSettings(storedText(userId))
}

/** What all parts of the page share. It stays the same object while somebody types. */
type Playground = {
  store: PlaygroundStore
  userId: number
  isAdmin: boolean
  models: Models
  /** The terms of the next request. */
  terms(): Terms
}

export const PlaygroundContext = createContext<Playground | undefined>(undefined)

export function useOpenPlayground(models: Models): Playground {
  const user = session.use()
  const userId = user?.id ?? 0
  const isAdmin = (user?.role ?? 0) >= role.admin
  const [store] = useState(() => storeOf(userId, isAdmin))
  return useMemo(() => {
    const modeOf = (model: string) => modeFor(models.priced.get(model), currentSettings().mode)
    return { store, userId, isAdmin, models, terms: () => ({ settings: currentSettings(), isAdmin, modeOf }) }
  }, [store, userId, isAdmin, models])
}

export function usePlayground(): Playground {
  const playground = use(PlaygroundContext)
  if (!playground) throw new Error('a part of the playground stands outside of it')
  return playground
}

/** The log row is written when the response ends, or a little later when it was stopped. */
const waitsMs = [100, 400, 1000, 2000, 4000]

/** The cost of a response, and for administrators the channels that were tried; undefined when the log does not say. */
async function readCharge(
  request_id: string,
  isAdmin: boolean,
): Promise<Partial<Pick<AssistantMessage, 'figures' | 'route'>> | undefined> {
  for (const ms of waitsMs) {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const query = { p: 1, page_size: 1, request_id }
    const page = await (isAdmin ? call(logApi.list, { query }) : call(logApi.self, { query })).catch(() => undefined)
    const row = page?.items.find((each) => each.request_id === request_id)
    if (!row) continue
    const { quota, prompt_tokens, completion_tokens, detail } = row
    const route = isAdmin ? detail?.attempts.map(({ channel }) => channel) : undefined
    return { figures: { quota, prompt_tokens, completion_tokens }, ...(route && route.length > 0 && { route }) }
  }
  return undefined
}
