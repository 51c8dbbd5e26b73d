import type { OptionKey } from '@turnpike/contract/options'
import type { ReactNode } from 'react'
import type { OptionForm } from '../use-option-form.ts'

/** What every field over one option is given. */
export type OptionFieldProps = {
  form: OptionForm
  name: OptionKey
  /** One sentence below the field. */
  help?: ReactNode
}
