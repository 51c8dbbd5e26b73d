import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { orgRoles } from '@turnpike/contract/identity/organisation'
import { observable } from '../browser/observable.ts'
import { readJson } from '../browser/stored.ts'
import { session, sessionEnd } from './session.ts'

const key = 'org'
const knownKey = 'org-known'
/** A link into an organisation names it so: `/log?org=7`. */
const parameter = 'org'

/** What the tab last learned about its organisation, so that name and menus are right before the server responds. */
export type KnownOrg = { id: number; name: string; role: OrgRole }

const idOf = (text: string | null | undefined): number | undefined =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

const isKnownOrg = (value: unknown): value is KnownOrg => {
  const { id, name, role } = (value ?? {}) as Partial<KnownOrg>
  return Number.isSafeInteger(id) && typeof name === 'string' && orgRoles.some((each) => each === role)
}

// Private windows refuse storage; the organisation is then kept until the page is left.
function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    // The value stays in memory.
  }
}

/** The organisation that the address names. It is taken out of the address: a reload keeps what was chosen later. */
function takenFromAddress(): number | undefined {
  if (typeof location === 'undefined') return undefined
  const url = new URL(location.href)
  const id = idOf(url.searchParams.get(parameter))
  if (id === undefined) return undefined
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  write(key, String(id))
  return id
}

/** The id of the organisation that this tab acts for; undefined where users act for themselves. Tabs may differ. */
export const org = observable<number | undefined>(takenFromAddress() ?? idOf(read(key)))

export const knownOrg = observable<KnownOrg | undefined>(readJson(read(knownKey), isKnownOrg))

export function rememberOrg({ id, name, role }: KnownOrg): void {
  const known = knownOrg.get()
  if (org.get() !== id || (known?.id === id && known.name === name && known.role === role)) return
  write(knownKey, JSON.stringify({ id, name, role }))
  knownOrg.set({ id, name, role })
}

export function enterOrg(id: number): void {
  write(key, String(id))
  if (org.get() !== id) org.set(id)
}

export function leaveOrg(): void {
  if (org.get() === undefined) return
  write(key, undefined)
  write(knownKey, undefined)
  knownOrg.set(undefined)
  org.set(undefined)
}

/** The name of an organisation that the tab had to leave, because the user is no member any more; empty if unknown. */
export const lostOrg = observable<{ name: string } | undefined>(undefined)

/** The server says that the organisation does not exist for this user. */
export function loseOrg(id: number): void {
  if (org.get() !== id) return // the tab has switched since the call
  const known = knownOrg.get()
  lostOrg.set({ name: known?.id === id ? known.name : '' })
  leaveOrg()
}

// The next user of this browser starts without an organisation. An expired session goes on where it was, unless
// another user signs in; a user who follows a link into an organisation signs in first and stays in it.
let userId = session.get()?.id
session.watch((user) => {
  const isEnd = !user && sessionEnd() !== 'expired'
  const isOther = user && userId !== undefined && user.id !== userId
  if ((isEnd && userId !== undefined) || isOther) leaveOrg()
  userId = user?.id ?? (isEnd ? undefined : userId)
})
