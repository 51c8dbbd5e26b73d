import { LoaderCircle } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import layoutStyles from '../style/layout.module.css'
import { type ButtonLook, classNameOf } from './button-look.ts'

type PlainButtonProps = ButtonLook & {
  type?: 'button' | 'submit'
  icon?: ReactNode
  /** A spinner replaces the icon, and clicks do nothing. */
  isLoading?: boolean
  isDisabled?: boolean
  style?: CSSProperties
  onClick?: () => void
  children: ReactNode
}

/**
 * Looks like Ant's button and weighs a fiftieth of it. For the pages before sign-in, which are opened first and need nothing else of Ant.
 */
export function PlainButton(props: PlainButtonProps) {
  const { type = 'button', icon, isLoading = false, isDisabled = false, style, onClick, children } = props
  return (
    <button
      type={type}
      className={classNameOf(props, isLoading)}
      style={style}
      disabled={isDisabled}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? undefined : onClick}
    >
      {isLoading ? <LoaderCircle className={layoutStyles.turning} aria-hidden /> : icon}
      {children}
    </button>
  )
}
