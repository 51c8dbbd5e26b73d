import type { DropdownProps } from 'antd'
import { cloneElement } from 'react'
import { fetchedPopup, type PopupButton, PressedPart } from './pressed-part.tsx'

const menu = fetchedPopup(async () => (await import('./opened-menu.tsx')).OpenedMenu)

type DropMenuProps = Omit<DropdownProps, 'open' | 'children'> & { children: PopupButton }

/** A menu that a click opens below its button, which gets the focus back when the menu closes. */
export function DropMenu({ children, ...opened }: DropMenuProps) {
  const button = cloneElement(children, { 'aria-haspopup': 'menu' })
  return <PressedPart popup={menu} button={button} disabled={opened.disabled ?? false} opened={opened} />
}
