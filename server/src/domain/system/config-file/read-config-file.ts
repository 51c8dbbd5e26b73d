import { isErrorCode } from '@turnpike/contract/errors'
import { type ConfigFile, configFile } from '@turnpike/contract/system/config-file/config-file'
import { configFileBounds } from '@turnpike/contract/system/config-file/config-file-api'
import { faqName } from '@turnpike/contract/system/faq'
import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { Path, Problem } from './problems.ts'

/** Aliases may stand for large parts of a file, and a few lines of them for gigabytes. */
const aliasesMax = 100
const reasonLengthMax = 300
/** More choices than these are not listed in a refusal. */
const choicesMax = 12

export type ReadFile = { file?: ConfigFile; problems: Problem[]; lineOf(path: Path): number }

/** Reads a file of YAML or JSON. Without `file` in the result, the problems say why it cannot be read. */
export function readConfigFile(text: string): ReadFile {
  if (text.length > configFileBounds.text.lengthMax) return unread({ path: [], code: 'config_too_large' })
  const lines = new LineCounter()
  let document: Document
  let value: unknown
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, merge: false })
    const [wrong] = [...document.errors, ...document.warnings]
    if (wrong) return unread(yamlProblem(wrong.message), lines.linePos(wrong.pos[0]).line)
    const twice = nameTwiceIn(document)
    if (twice) return unread(twice.problem, lines.linePos(twice.offset).line)
    value = document.toJS({ maxAliasCount: aliasesMax })
  } catch (error) {
    // Too many aliases, or lists within lists deeper than the stack.
    return unread(yamlProblem(error instanceof Error ? error.message : String(error)))
  }
  const lineOf = (path: Path) => lineIn(document, lines, path)
  const parsed = configFile.safeParse(value)
  if (!parsed.success) return { problems: parsed.error.issues.flatMap((issue) => problemsOf(issue, value)), lineOf }
  return { file: parsed.data, problems: namesTwice(parsed.data), lineOf }
}

/** A name that a map has twice. The parser's own check compares each name with all others: seconds for a long price list. */
function nameTwiceIn(document: Document): { problem: Problem; offset: number } | undefined {
  let found: { problem: Problem; offset: number } | undefined
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (names.has(name)) {
          found = { problem: { path: [], code: 'config_name_twice', params: { name } }, offset: key.range?.[0] ?? 0 }
          return visit.BREAK
        }
        names.add(name)
      }
      return undefined
    },
  })
  return found
}

const yamlProblem = (reason: string): Problem => ({
  path: [],
  code: 'config_yaml',
  params: { reason: reason.slice(0, reasonLengthMax) },
})
const unread = (problem: Problem, line = 0): ReadFile => ({ problems: [problem], lineOf: () => line })

/** The line of a place or, where the file has no such place, of its nearest parent. */
function lineIn(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return 0
}

type Issue = z.core.$ZodIssue

function problemsOf(issue: Issue, value: unknown): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({ path: [...path, field], code: 'config_unknown_field', params: { field } }))
  if (path.length > 0 && memberAt(value, path) === undefined) return [{ path, code: 'config_required' }]
  if (isErrorCode(issue.message)) return [{ path, code: issue.message }]
  if (issue.code === 'invalid_key') return [{ path, code: 'config_name_wrong' }]
  if (issue.code === 'invalid_type') return [{ path, code: 'config_wrong_type', params: { expected: issue.expected } }]
  if (issue.code === 'invalid_value' && issue.values.length <= choicesMax)
    return [{ path, code: 'config_wrong_type', params: { expected: issue.values.map(String).join(', ') } }]
  return [{ path, code: 'config_wrong_value' }]
}

const memberAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, name)
        ? (part as Record<string | number, unknown>)[name]
        : undefined,
    value,
  )

/** Channels, price sources, virtual models and questions are found by their names. */
function namesTwice({ channels = [], price_sources = [], virtual_models = [], faq = [] }: ConfigFile): Problem[] {
  const twice = (section: string, entries: readonly { name: string }[], member = 'name'): Problem[] => {
    const seen = new Set<string>()
    return entries.flatMap(({ name }, index) => {
      if (!seen.has(name)) {
        seen.add(name)
        return []
      }
      return [{ path: [section, index, member], code: 'config_name_twice', params: { name } }]
    })
  }
  return [
    ...twice('channels', channels),
    ...twice('price_sources', price_sources),
    ...twice('virtual_models', virtual_models),
    ...twice(
      'faq',
      faq.map((entry) => ({ name: faqName(entry) })),
      'question',
    ),
  ]
}
