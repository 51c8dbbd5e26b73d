import { Dropdown, type DropdownProps } from 'antd'
import { useState } from 'react'
import { returnFocus } from '../../lib/browser/focus-return.ts'
import type { PopupButton } from './pressed-part.tsx'

/** A menu below its button, open from its first drawing. The button gets the focus back when the menu closes. */
export function OpenedMenu({ button, onOpenChange, ...props }: Omit<DropdownProps, 'open'> & { button: PopupButton }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      autoFocus
      {...props}
      open={isOpen}
      onOpenChange={(open, info) => {
        setIsOpen(open)
        onOpenChange?.(open, info)
        if (!open) requestAnimationFrame(returnFocus)
      }}
    >
      {button}
    </Dropdown>
  )
}
