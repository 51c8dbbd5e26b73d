import { isKeyAtHome, type KeyAddress, keyHostOf } from '@turnpike/contract/routing/key-host'
import {
  isHeaderValue,
  isShownValue,
  maskedLiteral,
  readHeaderValue,
} from '@turnpike/contract/routing/override-headers'
import { AppError } from '../../../../http/app-error.ts'
import type { Vault } from '../../../../secrets/vault.ts'
import { isObject, parsedJson } from './json-text.ts'

/** The columns whose texts hold values of headers. */
export const overrideColumns = ['param_override', 'header_override'] as const
export type OverrideColumn = (typeof overrideColumns)[number]
export type OverrideTexts = Record<OverrideColumn, string>

const sealedPrefix = 'sealed:'
/** Longer literals would not fit in the head of a request. */
const literalLengthMax = 4096

const sealed = (vault: Vault, literal: string) => `${sealedPrefix}${vault.encrypt(literal, 'channel header')}`
const opened = (vault: Vault, value: string) => vault.decrypt(value.slice(sealedPrefix.length), 'channel header')

/** The encrypted literals in a stored text. */
const sealedIn = (text: string): string[] => text.match(/"sealed:[^"]*"/g) ?? []
export const hasLiterals = (text: string): boolean => sealedIn(text).length > 0

/** A text as it is stored: every literal is encrypted, and a mask stands for the literal in the text before. */
function sealLiterals(vault: Vault, column: OverrideColumn, text: string, stored = ''): string {
  const kept = new Map<string, string>()
  mapLiterals(column, stored, (value, place) => {
    kept.set(place, value)
    return value
  })
  return mapLiterals(column, text, (value, place) => {
    if (value.trim() !== maskedLiteral) {
      if (value.length > literalLengthMax || !isHeaderValue(value.trim()))
        throw new AppError('override_header', { params: { place, name: nameOf(place) } })
      return sealed(vault, value.trim())
    }
    const before = kept.get(place)
    if (before === undefined) throw new AppError('override_mask', { params: { place: nameOf(place) } })
    return before
  })
}

/** A stored text without its secrets. */
export const maskLiterals = (column: OverrideColumn, text: string): string =>
  mapLiterals(column, text, () => maskedLiteral)

/** A stored text with its secrets. Throws if one cannot be decrypted. */
export const openLiterals = (vault: Vault, column: OverrideColumn, text: string): string =>
  mapLiterals(column, text, (value) => (value.startsWith(sealedPrefix) ? opened(vault, value) : value))

/** The same for a file, where a literal that can no longer be decrypted stays as it is stored. */
export function openedText(vault: Vault, column: OverrideColumn, text: string): string {
  try {
    return openLiterals(vault, column, text)
  } catch {
    return text
  }
}

/** Whether a text keeps a literal of another one. */
function keepsLiteral(text: string, stored: string): boolean {
  const before = new Set(sealedIn(stored))
  return before.size > 0 && sealedIn(text).some((literal) => before.has(literal))
}

const nameOf = (place: string) => place.replace(/#\d+$/, '')

/** Replaces the values of headers that hold a secret. The place of an operation is its header and how many came before. */
function mapLiterals(column: OverrideColumn, text: string, change: (value: string, place: string) => string): string {
  const members = text === '' ? undefined : parsedJson(text)
  if (!isObject(members)) return text
  let isChanged = false
  const changed = (value: unknown, place: string): unknown => {
    if (typeof value !== 'string' || !isSecret(value)) return value
    const next = change(value, place)
    if (next !== value) isChanged = true
    return next
  }
  const counts = new Map<string, number>()
  const next =
    column === 'header_override'
      ? Object.fromEntries(Object.entries(members).map(([name, value]) => [name, changed(value, placeOf(name))]))
      : { ...members, ...(Array.isArray(members.operations) && { operations: members.operations.map(operation) }) }
  function operation(each: unknown): unknown {
    if (!isObject(each) || each.mode !== 'set_header') return each
    const name = placeOf(String(each.path))
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return { ...each, value: changed(each.value, `${name}#${count}`) }
  }
  return isChanged ? JSON.stringify(next, null, text.includes('\n') ? 2 : 0) : text
}

const placeOf = (name: string) => name.trim().toLowerCase()
/** A mask stands for a secret too. */
const isSecret = (value: string) => !isShownValue(value) || readHeaderValue(value)?.kind === 'masked'

/** The given texts as they are stored. */
export const sealedOverrides = (
  vault: Vault,
  given: { [Column in OverrideColumn]?: string | undefined },
  stored?: OverrideTexts,
): Partial<OverrideTexts> =>
  Object.fromEntries(
    overrideColumns.flatMap((column) => {
      const text = given[column]
      return text === undefined ? [] : [[column, sealLiterals(vault, column, text, stored?.[column])]]
    }),
  )

/** A stored literal may be a credential, so it stays with the host that it was saved for, like the key. */
export function checkKeptLiterals(saved: Addressed, wanted: Addressed): void {
  if (isKeyAtHome(keyHostOf(saved), keyHostOf(wanted))) return
  if (overrideColumns.some((column) => keepsLiteral(wanted[column], saved[column])))
    throw new AppError('override_for_host')
}
type Addressed = OverrideTexts & KeyAddress
