import type { OptionKey } from '@turnpike/contract/options'
import type { ComponentType } from 'react'
import type { GuideTarget } from '../../../components/help/guide-pages.ts'
import type { OptionForm } from './option-form.ts'

/** What is wrong with a text, in words; undefined when nothing is. */
export type Rule = (text: string) => string | undefined

/** An option as a section edits it. */
export type OptionSpec = { label: string; rule: Rule }

/** One entry of the section list: the options it edits, saved together, and the fields that show them. */
export type SettingsSection = {
  /** Its name in the address: `?tab=operation&section=general`. */
  id: string
  title: string
  /** Where the handbook explains it. */
  help: GuideTarget
  options: Partial<Record<OptionKey, OptionSpec>>
  /** What the save bar lists instead of the labels of the changed options. */
  changes?: (form: OptionForm) => string[]
  /** `FormSection` elements; a table may take the whole width instead. */
  Fields: ComponentType<{ form: OptionForm }>
}

export type Sections = readonly [SettingsSection, ...SettingsSection[]]
