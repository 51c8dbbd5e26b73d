import { Button } from 'antd'
import type { ReactNode } from 'react'

type ActionButtonProps = { label: string; icon: ReactNode; disabled?: boolean; onClick: () => void }

/** One of the small buttons below a message. */
export const ActionButton = ({ label, icon, disabled = false, onClick }: ActionButtonProps) => (
  <Button type="text" size="small" icon={icon} aria-label={label} title={label} disabled={disabled} onClick={onClick} />
)
