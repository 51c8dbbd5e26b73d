import type { OptionKey } from '@turnpike/contract/options'
import type { settingsHelp } from '../../../components/help/help-targets.ts'
import type { OptionTexts } from '../../../components/options/option-texts.ts'
import type { Words } from '../../../lib/text/words.ts'

/** Returns the problem of a text, or undefined. */
export type Rule = (text: string) => Words | undefined

/** Everything about a field that the contract does not have: the kind, bounds and default of the option are there. */
type OptionExtras<Custom extends string> = {
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
  /** The component that draws the field; without it, the kind of the option decides. */
  control?: Custom
}
export type FieldRow<Custom extends string = string> = OptionExtras<Custom> & { name: OptionKey }
export type OptionRow<Custom extends string = string> = FieldRow<Custom> & { label: Words }

/** An option as a section edits it. */
export const option = <Custom extends string = never>(
  name: OptionKey,
  label: Words,
  extras: OptionExtras<Custom> = {},
): OptionRow<Custom> => ({ name, label, ...extras })

/** Fields under one title. `Custom` names a component; options in a list share a row. */
export type SectionPart<Custom extends string = string, Row extends FieldRow<Custom> = OptionRow<Custom>> = {
  title: Words
  /** One sentence about the fields. */
  text?: Words
  /** Links below the text: to another site, or to another page of the console. */
  links?: readonly { before?: Words; text: Words; to: string }[]
  fields: readonly (Row | readonly Row[] | Custom)[]
}
/** A part that is fetched when it is shown. The labels of its options are in the row of its section. */
export type LazyPart<Custom extends string> = SectionPart<Custom, FieldRow<Custom>>

/** The part of the form that the fields of a section use. */
export type OptionForm = {
  /** The texts of the fields: the stored ones, overlaid by the typed ones. Of a secret, only the typed text. */
  texts: OptionTexts
  stored: OptionTexts
  /** Whether a secret is stored. */
  isSet(key: OptionKey): boolean
  /** Whether it differs from the stored text. A secret that was edited to an empty text will be removed. */
  isChanged(key: OptionKey): boolean
  edit(changes: OptionTexts): void
  /** Drops the edits of these options. */
  revert(...keys: OptionKey[]): void
  /** For a `Field`. A field has no problem before it first loses the focus. */
  field(key: OptionKey): { label: string; problem: string | undefined; isChanged: boolean; onBlur: () => void }
}

/** One entry of the section list: its options are saved together. */
export type SectionRow<Custom extends string = string> = {
  /** The tab and the section, as both stand in the address: `?tab=operation&section=general`. */
  section: keyof typeof settingsHelp
  title: Words
  /** `Custom` names a component that draws a whole part. */
  parts: readonly (SectionPart<Custom> | Custom)[]
  /** The options that these components edit. */
  options?: readonly OptionRow<Custom>[]
  /** Why no option of this section can be saved now. */
  obstacle?: (stored: OptionTexts) => Words | undefined
  /** Lines of the save bar, instead of the labels of the changed options. */
  changes?: (form: OptionForm) => Words[]
}

export type SectionTable<Custom extends string = string> = readonly [SectionRow<Custom>, ...SectionRow<Custom>[]]

/** The name of a section in the address. */
export const idOf = ({ section }: SectionRow): string => section.slice(section.indexOf('/') + 1)

/** Every option that a section edits. */
export const rowsOf = ({ parts, options = [] }: SectionRow): OptionRow[] => [
  ...parts
    .flatMap((part) => (typeof part === 'string' ? [] : part.fields))
    .flatMap((field) => (typeof field === 'string' ? [] : field)),
  ...options,
]
