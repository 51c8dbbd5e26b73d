import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ButtonLook, classNameOf } from './button-look.ts'

type PlainLinkProps = ButtonLook & {
  to: string
  children: ReactNode
}

/** A link that looks like a button. */
export function PlainLink({ to, children, ...look }: PlainLinkProps) {
  return (
    <Link to={to} className={classNameOf(look)}>
      {children}
    </Link>
  )
}
