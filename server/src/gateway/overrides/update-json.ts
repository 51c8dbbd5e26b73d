import { everyStep, type OverridePath } from '@turnpike/contract/routing/override-path'
import { isObject } from '../translate/json/json-values.ts'
import { overrideFailure } from './override-failure.ts'

/** Stands for a member that does not exist. */
export const absent = Symbol('absent')

/** The value at a path without `*`. */
export function valueAt(body: unknown, path: OverridePath): unknown {
  let value: unknown = body
  for (const step of path) {
    if (typeof step !== 'string') return absent
    if (Array.isArray(value)) value = value[indexOf(step, value.length, false) ?? -1]
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
    if (value === undefined) return absent
  }
  return value
}

/**
 * The same body with another value at a path: what `change` returns for the value that is there, or `absent` to remove
 * it. Values that do not change keep their identity, so that their bytes can be sent as the client wrote them. Missing
 * objects and arrays on the way are created, except for a path with `*`, which only leads through what exists.
 */
export function updatedAt(body: unknown, path: OverridePath, change: (value: unknown) => unknown): unknown {
  const creates = !path.includes(everyStep)

  function updated(node: unknown, at: number): unknown {
    const step = path[at]
    if (step === undefined) return change(node)
    if (node === absent) {
      if (!creates) return absent
      const made = updated(typeof step === 'string' && isIndex(step) ? [] : {}, at)
      return isEmpty(made) ? absent : made
    }
    if (Array.isArray(node)) return step === everyStep ? eachItem(node, at) : item(node, step, at)
    if (isObject(node)) return step === everyStep ? eachMember(node, at) : member(node, step, at)
    if (node === null && creates) {
      const made = updated(absent, at)
      return made === absent ? node : made
    }
    return unreachable(node, step)
  }

  function item(list: readonly unknown[], step: string, at: number): unknown {
    const index = indexOf(step, list.length, creates)
    if (index === undefined) return unreachable(list, step)
    const before = index < list.length ? list[index] : absent
    const after = updated(before, at + 1)
    if (after === before) return list
    return after === absent ? list.toSpliced(index, 1) : [...list.slice(0, index), after, ...list.slice(index + 1)]
  }

  function member(object: Readonly<Record<string, unknown>>, step: string, at: number): unknown {
    const before = Object.hasOwn(object, step) && object[step] !== undefined ? object[step] : absent
    const after = updated(before, at + 1)
    if (after === before) return object
    if (after !== absent) return { ...object, [step]: after }
    const { [step]: _, ...others } = object
    return others
  }

  function eachItem(list: readonly unknown[], at: number): unknown {
    const next = list.map((each) => updated(each, at + 1)).filter((each) => each !== absent)
    return next.length === list.length && next.every((each, index) => each === list[index]) ? list : next
  }

  function eachMember(object: Readonly<Record<string, unknown>>, at: number): unknown {
    const entries = Object.entries(object).filter(([, value]) => value !== undefined)
    const next = entries.map(([name, value]) => [name, updated(value, at + 1)] as const)
    if (next.every(([, value], index) => value === entries[index]?.[1])) return object
    return Object.fromEntries(next.filter(([, value]) => value !== absent))
  }

  /** The path ends at a value that has no such member. Then nothing can be removed, and nothing can be set. */
  function unreachable(node: unknown, step: OverridePath[number]): unknown {
    if (!creates || change(absent) === absent) return node
    throw overrideFailure(`there is no place for ${String(step)}`)
  }

  return updated(body, 0)
}

const isIndex = (step: string): boolean => /^(?:\d{1,9}|-1)$/.test(step)
const isEmpty = (made: unknown): boolean =>
  Array.isArray(made) ? made.length === 0 : isObject(made) && Object.keys(made).length === 0

/** A negative index counts from the end. With `mayAppend`, the place after the last item and `-1` of an empty list count. */
function indexOf(step: string, length: number, mayAppend: boolean): number | undefined {
  if (!/^-?\d{1,9}$/.test(step)) return undefined
  const index = Number(step) < 0 ? length + Number(step) : Number(step)
  if (index >= 0 && index < length) return index
  if (mayAppend && (index === length || (step === '-1' && length === 0))) return length
  return undefined
}
