/** Paths of overrides: members and array indexes separated by dots, as gjson writes them. */
export const pathBounds = { lengthMax: 512, stepsMax: 24 } as const

/** A step that stands for every member of an object or every element of an array. */
export const everyStep = Symbol('every member')
export type PathStep = string | typeof everyStep
export type OverridePath = readonly PathStep[]

/** Names that would reach the prototype of an object. */
export const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Queries, modifiers and patterns of gjson; escaped with a backslash, they are part of a name. */
const specialCharacters = new Set(['*', '?', '#', '|', '@', '!', '{', '}', '[', ']', '(', ')'])

/**
 * Reads a path. A backslash takes the special meaning from the next character; a leading colon says that digits are a
 * name; `*` alone stands for every member. Undefined for an empty or too long path, and for one with a query.
 */
export function readPath(text: string): OverridePath | undefined {
  if (text === '' || text.length > pathBounds.lengthMax) return undefined
  const steps: PathStep[] = []
  let name = ''
  let isPlain = true
  for (let at = 0; at <= text.length; at++) {
    const character = text[at]
    if (character === undefined || character === '.') {
      if (name === '' || unsafeNames.has(name)) return undefined
      steps.push(name === '*' && isPlain ? everyStep : name)
      name = ''
      isPlain = true
    } else if (character === '\\') {
      const escaped = text[++at]
      if (escaped === undefined) return undefined
      name += escaped
      isPlain = false
    } else if (character === ':' && name === '' && isPlain && /^\d/.test(text.slice(at + 1))) isPlain = false
    else if (specialCharacters.has(character) && !(character === '*' && isWholeStep(text, at))) return undefined
    else name += character
  }
  return steps.length <= pathBounds.stepsMax ? steps : undefined
}

const isWholeStep = (text: string, at: number): boolean =>
  (at === 0 || text[at - 1] === '.') && (at + 1 === text.length || text[at + 1] === '.')

/** Fields that decide how a call is routed, answered and charged. */
const protectedPaths: readonly (readonly string[])[] = [
  ['model'],
  ['stream'],
  ['stream_options', 'include_usage'],
  ['background'],
  ['store'],
]
/** Members that some upstreams merge into the body. */
const secondBodies = new Set(['extra_body', 'parameters'])

/** The protected field that a change at this path would write or remove; some upstreams write names in capitals. */
export function protectedField(path: OverridePath): string | undefined {
  const [first, ...rest] = path
  const found = protectedPaths.find((protectedPath) =>
    protectedPath.every((name, at) => {
      const step = path[at]
      return step === undefined || step === everyStep || step.toLowerCase() === name
    }),
  )
  if (found) return found.join('.')
  if (first === everyStep) return undefined
  return first !== undefined && rest.length > 0 && secondBodies.has(first.toLowerCase())
    ? protectedField(rest)
    : undefined
}

/** The protected fields that a value would set if it were written at this path. */
export function protectedWithin(path: OverridePath, value: unknown): string | undefined {
  const found = protectedField(path)
  if (found !== undefined) return found
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const last = path.at(-1)
  if (typeof last !== 'string' || !secondBodies.has(last.toLowerCase())) return undefined
  for (const [name, member] of Object.entries(value)) {
    const inner = protectedWithin([...path, name], member)
    if (inner !== undefined) return inner
  }
  return undefined
}
