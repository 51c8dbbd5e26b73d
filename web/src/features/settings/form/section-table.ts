import type { OptionKey } from '@turnpike/contract/options'
import type { settingsHelp } from '../../../components/help/help-targets.ts'
import type { OptionTexts } from '../../../components/options/option-texts.ts'
import { language } from '../../../lib/browser/preferences.ts'
import type { OptionForm } from './use-option-form.ts'

/** Words in both languages: words without a translation do not compile. */
export type Words = readonly [en: string, zh: string]

/** Chooses the words in the language of the reader. */
export function useWords(): (words: Words) => string {
  const spoken = language.use()
  return ([en, zh]) => (spoken === 'zh' ? zh : en)
}

/** What is wrong with a text; undefined when nothing is. */
export type Rule = (text: string) => Words | undefined

/** What a section may say about a field. The kind, the bounds and the default of the option are in the contract. */
type OptionExtras<Own extends string> = {
  /** One sentence below the field. */
  help?: Words
  /** A link after the help, to the page where the option is prepared. */
  setUp?: string
  optional?: boolean
  placeholder?: string
  /** Of a number: "seconds". */
  unit?: Words
  prefix?: string
  /** Of a choice: the label of each value. */
  choices?: Readonly<Record<string, Words>>
  /** Of a text: several lines, this many at first. */
  rows?: number
  /** Of a text that people read. Other texts are addresses, ids and names that programs read. */
  isProse?: boolean
  /** Of JSON: an example to start from, offered while the field is empty. */
  template?: object
  /** Checked before the bounds of the contract. */
  rule?: Rule
  /** Whether the field is shown; it always is without this. */
  isShown?: (texts: OptionTexts) => boolean
  /** The code that draws the field, if its kind is not enough. */
  control?: Own
}
export type FieldRow<Own extends string = string> = OptionExtras<Own> & { name: OptionKey }
export type OptionRow<Own extends string = string> = FieldRow<Own> & { label: Words }

/** An option as a section edits it. */
export const option = <Own extends string = never>(
  name: OptionKey,
  label: Words,
  extras: OptionExtras<Own> = {},
): OptionRow<Own> => ({ name, label, ...extras })

/** Fields under one title. `Own` names fields that are code; a list of options shares a row. */
export type SectionPart<Own extends string = string, Row extends FieldRow<Own> = OptionRow<Own>> = {
  title: Words
  /** One sentence: what these fields are about. */
  text?: Words
  /** Links below the text: to another site, or to another page of the console. */
  links?: readonly { before?: Words; text: Words; to: string }[]
  fields: readonly (Row | readonly Row[] | Own)[]
}
/** A part that is fetched when it is shown. The labels of its options are in the row of its section. */
export type LazyPart<Own extends string> = SectionPart<Own, FieldRow<Own>>

/** One entry of the section list: its options are saved together. */
export type SectionRow<Own extends string = string> = {
  /** The tab and the section, as both stand in the address: `?tab=operation&section=general`. */
  section: keyof typeof settingsHelp
  title: Words
  /** `Own` names parts that are code. */
  parts: readonly (SectionPart<Own> | Own)[]
  /** The options that parts of code edit. */
  options?: readonly OptionRow<Own>[]
  /** Why no option of this section can be saved now. */
  obstacle?: (stored: OptionTexts) => Words | undefined
  /** What the save bar lists instead of the labels of the changed options. */
  changes?: (form: OptionForm) => Words[]
}

export type SectionTable<Own extends string = string> = readonly [SectionRow<Own>, ...SectionRow<Own>[]]

/** The name of a section in the address. */
export const idOf = ({ section }: SectionRow): string => section.slice(section.indexOf('/') + 1)

/** Every option that a section edits. */
export const rowsOf = ({ parts, options = [] }: SectionRow): OptionRow[] => [
  ...parts
    .flatMap((part) => (typeof part === 'string' ? [] : part.fields))
    .flatMap((field) => (typeof field === 'string' ? [] : field)),
  ...options,
]
