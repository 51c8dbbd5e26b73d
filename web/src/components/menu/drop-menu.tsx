import { Dropdown, type DropdownProps } from 'antd'
import { returnFocus } from '../../lib/browser/focus-return.ts'

/** A menu that a click opens below its button, which gets the focus back when the menu closes. */
export function DropMenu({ onOpenChange, ...props }: DropdownProps) {
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      {...props}
      onOpenChange={(open, info) => {
        onOpenChange?.(open, info)
        if (!open) requestAnimationFrame(returnFocus)
      }}
    />
  )
}
