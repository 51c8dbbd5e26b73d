import { Button, type ButtonProps } from 'antd'

/** A small button without a frame, beside what it acts on. */
export const QuietButton = (props: ButtonProps) => <Button type="text" size="small" {...props} />

/** The same with an icon instead of a text. Its label is read aloud, and shown while the pointer rests on it. */
export const IconButton = ({ label, ...props }: Omit<ButtonProps, 'children'> & { label: string }) => (
  <QuietButton aria-label={label} title={label} {...props} />
)
