import { isSecretOption, options, optionText, parseOption } from '@turnpike/contract/options'
import type { ConfigFile } from '@turnpike/contract/system/config-file/config-file'
import { type FileOptionKey, fileOptionKeys } from '@turnpike/contract/system/config-file/file-options'
import type { SecretReference } from '@turnpike/contract/system/config-file/secret-reference'
import type { OptionChange } from '@turnpike/contract/system/option-api'
import type { z } from 'zod'
import { AppError } from '../../../http/app-error.ts'
import type { InstallationState } from './installation-state.ts'
import { changeOf, fieldOf, hiddenField, type SectionPlan } from './plan.ts'
import { noting } from './problems.ts'
import { useOf } from './secrets.ts'

export type OpenSecret = (reference: SecretReference, use: string) => string

/** The options that the file names and that have another value now. */
export function planOptions(
  { options: wanted }: ConfigFile,
  { options: current, unreadable }: InstallationState,
  open: OpenSecret,
): SectionPlan<OptionChange> {
  const plan: SectionPlan<OptionChange> = { changes: [], steps: [], problems: [] }
  for (const key of fileOptionKeys) {
    if (wanted[key] === undefined) continue
    const text = noting(plan.problems, ['options', key], () => checkedText(key, wanted[key], open))
    const before = optionText(key, current[key] as never) // of the same key
    if (text === undefined || (text === before && !unreadable.has(key))) continue
    plan.steps.push({ key, value: text, seen_revision: undefined })
    const field = isSecretOption(key) ? hiddenField('value') : fieldOf('value', before, text)
    plan.changes.push(changeOf('option', 'change', key, [field]))
  }
  return plan
}

/** The text of an option's value as it would be stored. */
function checkedText(key: FileOptionKey, value: unknown, open: OpenSecret): string {
  const isReference = isSecretOption(key) && value !== ''
  // The file's schema has checked that a secret is a reference.
  const text = isReference ? open(value as SecretReference, useOf.option(key)) : textOf(key, value)
  const parsed = parseOption(key, text)
  if (!parsed.ok) throw new AppError(parsed.error, { params: { key } })
  return parsed.text
}

/** The file's schema has checked the kind of the value; the option's own schema checks the rest. */
function textOf(key: FileOptionKey, value: unknown): string {
  const { schema }: { schema: z.ZodType<unknown, string> } = options[key]
  const encoded = schema.safeEncode(value)
  if (!encoded.success) throw new AppError('option_invalid', { params: { key } })
  return encoded.data
}
