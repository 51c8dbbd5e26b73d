import type { OptionKey } from '@turnpike/contract/options'
import type { OptionTexts } from '../../../components/options/option-texts.ts'

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
