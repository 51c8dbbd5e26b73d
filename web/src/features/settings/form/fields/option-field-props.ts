import type { OptionKey } from '@turnpike/contract/options'
import type { ReactNode } from 'react'
import type { OptionForm } from '../option-form.ts'

/** What a section may say about a field; the option's kind and bounds are in the contract. */
export type OptionFieldProps = {
  form: OptionForm
  name: OptionKey
  /** One sentence below the field. */
  help?: ReactNode
  optional?: boolean
  placeholder?: string
  /** Of a number: "seconds". */
  unit?: string
  prefix?: string
  /** Of a choice: what people read for each value. */
  choiceLabels?: Readonly<Record<string, string>>
  /** Of a text: several lines, this many at first. */
  rows?: number
  /** Of a text that people read. Other texts are addresses, ids and names that programs read. */
  isProse?: boolean
  /** Of JSON: an example to start from, offered while the field is empty. */
  template?: object
  /** Of a switch: called instead of editing the option, which may then ask first. */
  onSwitch?: (isOn: boolean) => void
}
