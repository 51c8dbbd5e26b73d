import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

type LinkButtonProps = Omit<ButtonProps, 'href' | 'onClick'> & { to: string }

/** A button that opens another page: a real link, so that it can be opened in a new tab. */
export function LinkButton({ to, ...props }: LinkButtonProps) {
  const href = useHref(to)
  const onClick = useLinkClickHandler<HTMLElement>(to)
  return <Button {...props} href={href} onClick={onClick} />
}
