import type { OptionKey } from '@turnpike/contract/options'
import type { OptionTexts } from './option-texts.ts'

/** What the fields of a section see of the form. */
export type OptionForm = {
  /** What is in the fields: what is stored, overlaid by what was typed. Of a secret, only what was typed. */
  texts: OptionTexts
  stored: OptionTexts
  /** Whether a secret is stored. */
  isSet(key: OptionKey): boolean
  /** Whether it differs from what is stored. A secret that was edited to an empty text will be removed. */
  isChanged(key: OptionKey): boolean
  edit(changes: OptionTexts): void
  /** Forgets what was typed. */
  revert(...keys: OptionKey[]): void
  /** For a `Field`. A field has no problem before it first loses the focus. */
  field(key: OptionKey): { label: string; problem: string | undefined; isChanged: boolean; onBlur: () => void }
}
