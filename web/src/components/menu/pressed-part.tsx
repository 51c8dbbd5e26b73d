import { type ComponentType, cloneElement, type ReactElement, Suspense, useEffect, useId, useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-part.ts'

type ButtonProps = { id?: string; onClick?: () => void; onFocus?: () => void; onPointerEnter?: () => void }
export type PopupButton = ReactElement<ButtonProps & { 'aria-haspopup'?: 'menu' | undefined }>
type Popup<Props> = ComponentType<Props & { button: PopupButton }>

/** A menu or popover whose code is fetched when its button is about to be pressed for the first time. */
export const fetchedPopup = <Props extends object>(load: () => Promise<Popup<Props>>) => ({
  Part: lazyComponent(load) as Popup<Props>,
  prepare: () => void load().catch(() => {}), // a press fetches it again, and shows why it fails
})

type PressedPartProps<Props> = {
  popup: { Part: Popup<Props>; prepare: () => void }
  button: PopupButton
  disabled?: boolean
  opened: Props
}

/**
 * A button whose popup is drawn from its first press on, and then draws the button too: a list of a hundred rows has hundreds of popups,
 * and few are ever opened.
 */
export function PressedPart<Props extends object>({ popup, button, disabled, opened }: PressedPartProps<Props>) {
  const { Part, prepare } = popup
  const [isPressed, setIsPressed] = useState(false)
  const id = useId()
  const named = cloneElement(button, { id })
  if (disabled && !isPressed) return named
  const waiting = cloneElement(named, { onClick: () => setIsPressed(true), onFocus: prepare, onPointerEnter: prepare })
  if (!isPressed) return waiting
  return (
    <Suspense fallback={waiting}>
      <Refocused id={id} />
      <Part {...opened} button={named} />
    </Suspense>
  )
}

/** The button is drawn anew with its popup, and gets the focus back: it is where the focus returns to when the popup closes. */
function Refocused({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return null
}
