import { Input } from 'antd'
import type { ComponentProps } from 'react'
import monoFieldStyles from '../../../components/style/mono-field.module.css'

type ValueInputProps = Omit<ComponentProps<typeof Input.TextArea>, 'onChange' | 'value'> & {
  value: string
  onChange: (text: string) => void
}

/** A field for a JSON value, which grows with its text. */
export const ValueInput = ({ onChange, ...input }: ValueInputProps) => (
  <Input.TextArea
    {...input}
    className={monoFieldStyles.mono}
    autoSize={{ minRows: 1, maxRows: 8 }}
    autoComplete="off"
    spellCheck={false}
    onChange={({ target }) => onChange(target.value)}
  />
)
